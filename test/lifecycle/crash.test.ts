import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toPrice } from '../../src/api/wire/price.ts';
import { type Game, games, marketplaceNamed } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { writeOffer } from '../../src/stage/players/lookups/dmarket-offer.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { entryKind } from '../../src/stream/log/entry.ts';
import { recordEntry } from '../../src/stream/log/to-entry.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { unpackRecords } from '../../src/tape/pack.ts';
import type { TapeRecord } from '../../src/tape/record.ts';
import { tapeFolder } from '../../src/tape/tape-folder.ts';
import { ResumingReader } from '../support/client/resuming-readers.ts';
import { fewItems, type KeptState, readKeptState } from '../support/processes/kept-state.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { extent } from '../support/runner/long-run.ts';
import { busyName, clock, startBusyMarket } from '../support/stage/busy-market.ts';
import { pricesKept } from '../support/tape/prices-kept.ts';
import { harmSnapshot, harms, snapshotBegun } from '../support/tape/snapshot-harm.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 2, long: 20 });
const readerKills = extent({ short: 1, long: 20 });
const readerCount = extent({ short: 50, long: 1_000 });
// Readers of everything; the single process that holds them has to read each message this many times
const eagerCount = extent({ short: 50, long: 100 });
// KILLS=100 for the longest form
const busyKills = extent({ short: 3, long: Number(process.env['KILLS'] ?? 20) });
const itemsEach = 5;
const groups = 40;
const nowhere = 'http://127.0.0.1:9';

/** What the tape or the database had before some kill; offers by link, as last seen. */
type Acknowledged = {
  readonly offers: Map<string, { foundAt: number; priceUSD: number }>;
  readonly sales: Set<string>;
  readonly points: Set<string>;
};

/** Until every item was looked up again, within the budgets of the marketplaces, on a slow machine. */
const lookedUpMs = 600_000;

describe('a service that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-crash-'));
  // Marketplaces whose lists or lookups include everything on sale
  const complete = ['buff163', 'csfloat', 'skinport', 'dmarket', 'market-csgo', 'steam-market'];
  const environment = { ...playedCredentials(), COLLECT_ONLY: complete.join() };
  let world: World;
  let stage: Stage;
  let key: string;

  beforeAll(async () => {
    world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
    key = await createKey(folder);
  });
  // A test that fails leaves the folder to the next one
  afterEach(killAll);
  afterAll(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (relay = stage.origin): ServedProcess => serve({ folder, relay, environment });

  const counters = async (origin: string): Promise<Record<'pushed' | 'settled' | 'waiting' | 'head', number>> => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^itemtape_${name} (\\d+)$`, 'm').exec(text)?.[1]);
    return {
      pushed: value('store_rows_pushed_total'),
      settled: value('store_rows_settled_total'),
      waiting: value('tape_records_waiting'),
      head: value('tape_head_sequence'),
    };
  };

  /** The served state, returned once the database has acknowledged it. */
  const acknowledgedState = async (origin: string): Promise<KeptState> => {
    const state = await readKeptState(origin, key);
    const before = await counters(origin);
    // What still waits for the tape is passed to the writer once it is there
    const pushed = before.pushed + before.waiting;
    while ((await counters(origin)).settled < pushed) await wait(20);
    return state;
  };

  /** Whether Skinport has a price of an item, so that its newest point is a lowest price and not a past one. */
  const isPriced = async (origin: string, game: Game, name: string): Promise<boolean> => {
    const query = new URLSearchParams({ marketplaces: 'skinport', game, name });
    const found = await readJson(`${origin}/v2/items/compare?${query}`, key).catch(() => null);
    return found?.marketplaces.some(({ priceUSD }: { readonly priceUSD: number | null }) => priceUSD !== null) === true;
  };

  /** The served state, returned once the tape has it, whatever the database has; past prices are not on the tape. */
  const stateOnTape = async (origin: string, since: number): Promise<KeptState> => {
    const state = await readKeptState(origin, key);
    const { head, waiting } = await counters(origin);
    while ((await counters(origin)).head < head + waiting) await wait(20);
    const newest = new Map([...state.points].map((point) => [point.replace(/ \d+$/, ''), point]));
    const points = new Set<string>();
    for (const { game, name } of games.flatMap((game) => fewItems[game])) {
      const point = newest.get(name) ?? '';
      const isNew = Number(point.split(' ').at(-1)) * 1_000 >= since;
      if (isNew && (await isPriced(origin, game, name))) points.add(point);
    }
    return { ...state, points };
  };

  const remember = (known: Acknowledged, state: KeptState): void => {
    for (const [link, offer] of state.offers) known.offers.set(link, offer);
    for (const sale of state.sales) known.sales.add(sale);
    for (const point of state.points) known.points.add(point);
  };

  /** Ids of all offers currently on the played DMarket, in its own format. */
  const standingIds = (): ReadonlySet<string> =>
    new Set(
      games.flatMap((game) =>
        world
          .items(game)
          .flatMap((item) => world.listings('dmarket', item).map((listing) => writeOffer(listing, 0).offerId)),
      ),
    );
  const idIn = (purchaseLink: string): string => new URL(purchaseLink).hash.slice(1);

  const expectNothingLost = async (state: KeptState, known: Acknowledged): Promise<void> => {
    expect([...known.sales].filter((sale) => !state.sales.has(sale))).toEqual([]);
    expect([...known.points].filter((point) => !state.points.has(point))).toEqual([]);
    const standing = standingIds();
    for (const [link, before] of known.offers) {
      const offer = state.offers.get(link);
      if (offer === undefined) expect(standing.has(idIn(link)), `${link} is missing but still on sale`).toBe(false);
      // To a connector that reads the lowest price first, a risen price looks like a removed offer that is found again
      else if (offer.priceUSD > before.priceUSD) expect(offer.foundAt, link).toBeGreaterThanOrEqual(before.foundAt);
      else expect(offer.foundAt, link).toBe(before.foundAt);
    }
  };

  /** Starts the service, compares it with what is known, lets it ingest, and kills it in the middle. */
  const round = async (number: number, known: Acknowledged): Promise<void> => {
    const service = start();
    const kill = (within: number) => setTimeout(() => service.child.kill('SIGKILL'), Math.random() * within);
    const since = Date.now();
    const work = async () => {
      const origin = await service.origin;
      expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });
      await expectNothingLost(await readKeptState(origin, key), known);
      if (number === 0) {
        await until('data of every kind', async () => {
          remember(known, await acknowledgedState(origin));
          return known.offers.size > 20 && known.sales.size > 0 && known.points.size > 0;
        });
      }
      kill(2000);
      for (;;) {
        remember(known, await stateOnTape(origin, since));
        await wait(100);
      }
    };
    // Every third kill may come while the process still opens its folder
    if (number % 3 === 2) kill(1500);
    const failure: unknown = await work().catch((error: unknown) => error);
    // The kill cuts off requests under way; any other failure is the service's
    if (!isCutOff(failure) && service.child.signalCode === null) throw failure;
    expect(await service.ended, String(failure)).toEqual({ code: null, signal: 'SIGKILL' });
    expect(service.err()).toBe('');
  };
  const isCutOff = (failure: unknown): boolean =>
    failure instanceof TypeError && ['fetch failed', 'terminated'].includes(failure.message);

  /** The item of an offer record; null for other records. */
  const offerPublishedBy = (record: TapeRecord): string | null => {
    const { kind } = recordEntry(record, { price: toPrice });
    const isOffer = kind === entryKind.added || kind === entryKind.updated || kind === entryKind.removed;
    return isOffer && record.what === 'change' && 'offer' in record.change ? record.change.offer.name : null;
  };

  /** The offer messages that readers receive for the tape of a folder from a sequence on. */
  const offersOnTape = async (folder: string, from: number): Promise<{ sequence: number; name: string }[]> => {
    const hour = 3_600_000;
    const settings = { keepMs: 24 * hour, keepBytes: 2 ** 32, hasFsync: false, now: Date.now };
    const tape = await openFileTape({ folder: tapeFolder(folder), ...settings });
    const found: { sequence: number; name: string }[] = [];
    for await (const batch of tape.read(Math.max(from, tape.first))) {
      for (const [at, record] of unpackRecords(batch.bytes).entries()) {
        const name = offerPublishedBy(record);
        if (name !== null && batch.first + at >= from) found.push({ sequence: batch.first + at, name });
      }
    }
    await tape.close();
    return found;
  };

  it(`has sent each of ${eagerCount} readers everything exactly once, over ${readerKills} kills in the middle of changes`, async () => {
    // Its own, since offers that leave while the service is down would count in the other test, too
    const eagerFolder = mkdtempSync(join(tmpdir(), 'itemtape-eager-'));
    const eagerKey = await createKey(eagerFolder);
    const environmentOf = { ...environment, STREAM_CONNECTIONS_PER_KEY: String(2 * eagerCount) };
    const startEager = () => serve({ folder: eagerFolder, relay: stage.origin, environment: environmentOf });
    let service = startEager();
    let origin = await service.origin;
    const address = () => `${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${eagerKey}`;
    const ticking = setInterval(() => world.tick(Date.now()), 50);
    const readers = Array.from({ length: eagerCount }, () => new ResumingReader(address));
    await until('a message to every reader', async () => readers.every(({ received }) => received.length > 20));
    for (let number = 0; number < readerKills; number += 1) {
      const killedAt = (readers[0]?.received.length ?? 0) + 100 + Math.random() * 300;
      await until('the changes before the kill', async () => (readers[0]?.received.length ?? 0) >= killedAt);
      service.child.kill('SIGKILL');
      await service.ended;
      const reached = Math.max(...readers.map(({ received }) => received.at(-1) ?? 0));
      service = startEager();
      origin = await service.origin;
      await until(
        'every reader to be told more than before the kill',
        async () =>
          readers.every(({ received, recovered }) => recovered.length > number && (received.at(-1) ?? 0) > reached),
        () => readers.map(({ received, recovered }) => [received.at(-1), recovered.at(-1)]),
      );
    }
    clearInterval(ticking);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    for (const reader of readers) await reader.stop();

    const firsts = readers.map(({ received }) => received[0] ?? 0);
    const onTape = (await offersOnTape(eagerFolder, Math.min(...firsts))).map(({ sequence }) => sequence);
    for (const { received, recovered } of readers) {
      const [first, last] = [received[0] ?? 0, received.at(-1) ?? 0];
      expect(received).toEqual(onTape.filter((sequence) => sequence >= first && sequence <= last));
      expect(recovered).toEqual(recovered.map(() => true));
      expect(recovered.length).toBeGreaterThanOrEqual(readerKills);
    }
    rmSync(eagerFolder, { recursive: true, force: true });
  });

  it(
    `has sent each of ${readerCount} readers all of its items exactly once, over ${busyKills} kills in the middle of thousands of changes`,
    async () => {
      const busyFolder = mkdtempSync(join(tmpdir(), 'itemtape-busy-'));
      // The number of the last message of the marketplace that was published
      let published = 0;
      const market = await startBusyMarket(() => published);
      const busyEnvironment = {
        COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
        COLLECT_ONLY: 'BusyMarket',
        STREAM_CONNECTIONS_PER_KEY: String(2 * readerCount + 2),
      };
      const startBusy = () => serve({ folder: busyFolder, relay: market.origin, environment: busyEnvironment });
      let service = startBusy();
      let origin = await service.origin;
      const busyKey = await service.firstKey();
      const address = () => `${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${busyKey}`;
      const itemsOf = (number: number) =>
        Array.from({ length: itemsEach }, (_, at) => busyName((number % groups) * itemsEach + at));
      const readers = Array.from({ length: readerCount }, (_, number) => new ResumingReader(address, itemsOf(number)));
      const pace = new ResumingReader(address, [clock], ({ priceUSD }) => {
        published = Math.round(priceUSD * 100);
      });
      const untilPublished = (what: string, isDone: (reader: ResumingReader) => boolean) =>
        until(
          what,
          async () => readers.every(isDone),
          () =>
            readers
              .filter((reader) => !isDone(reader))
              .map(({ received, recovered }) => [received.at(-1), recovered.at(-1)]),
        );
      await untilPublished('every reader to be told something', ({ received }) => received.length > 20);
      for (let number = 0; number < busyKills; number += 1) {
        const killedAt = published + 50 + Math.random() * 150;
        await until('the changes before the kill', async () => published >= killedAt);
        // In turn: in the middle of changes, of a snapshot that is written, and of one that is loaded
        if (number % 3 === 1) await snapshotBegun(busyFolder);
        service.child.kill('SIGKILL');
        await service.ended;
        const reached = Math.max(...readers.map(({ received }) => received.at(-1) ?? 0));
        if (number % 3 === 2) await loadingIsKilled(busyFolder, startBusy());
        service = startBusy();
        origin = await service.origin;
        await untilPublished(
          'every reader to be told more than before the kill',
          ({ received, recovered }) => recovered.length > number && (received.at(-1) ?? 0) > reached,
        );
      }
      market.rest();
      expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      for (const reader of [...readers, pace]) await reader.stop();
      await market.close();

      const onTape = await offersOnTape(busyFolder, Math.min(...readers.map(({ received }) => received[0] ?? 0)));
      for (const [number, { received, recovered }] of readers.entries()) {
        const [first, last] = [received[0] ?? 0, received.at(-1) ?? 0];
        const items = itemsOf(number);
        const own = onTape.filter(
          ({ sequence, name }) => sequence >= first && sequence <= last && items.includes(name),
        );
        expect(received).toEqual(own.map(({ sequence }) => sequence));
        expect(recovered).toEqual(recovered.map(() => true));
        expect(recovered.length).toBeGreaterThanOrEqual(busyKills);
      }
      expect(await pricesKept(busyFolder)).toEqual(await pricesOnTape(busyFolder));
      rmSync(busyFolder, { recursive: true, force: true });
    },
    Math.max(900_000, busyKills * 60_000),
  );

  /** The prices of the offers that stand according to the whole tape of a folder, all of which are still on sale. */
  const pricesOnTape = async (folder: string): Promise<ReadonlyMap<string, number>> => {
    const settings = { keepMs: 86_400_000, keepBytes: 2 ** 32, hasFsync: false, now: Date.now };
    const tape = await openFileTape({ folder: tapeFolder(folder), ...settings });
    const prices = new Map<string, number>();
    for await (const { bytes } of tape.read(1))
      for (const record of unpackRecords(bytes)) {
        if (record.what !== 'change' || !('offer' in record.change)) continue;
        const { kind, offer } = record.change;
        if (kind === 'removed') expect.fail(`${offer.offerId} was removed`);
        prices.set(offer.offerId, offer.price.amount);
      }
    await tape.close();
    return prices;
  };

  let harmed = 0;

  /** Kills a process while it loads a snapshot, and then harms what it has loaded. */
  const loadingIsKilled = async (dataFolder: string, loading: ServedProcess): Promise<void> => {
    await loading.line((line) => line.includes('"store open"'));
    await wait(Math.random() * 200);
    loading.child.kill('SIGKILL');
    await loading.ended;
    const [, harm] = harms[harmed % harms.length] ?? expect.fail();
    harmed += 1;
    await harmSnapshot(dataFolder, harm);
  };

  /** The counts that the price lists of the played marketplaces should give. */
  const trueCounts = (slug: string) =>
    games.map((game) => world.items(game).reduce((sum, item) => sum + world.listings(slug, item).length, 0));

  it(`has everything that was on the tape or acknowledged, and nothing twice, after each of ${kills} kills in the middle of ingest`, async () => {
    const known: Acknowledged = { offers: new Map(), sales: new Set(), points: new Set() };
    // Skinport's list counts as five minutes old, so offers that its feed brought since then still count when they left
    // while the service was down; of Steam's offers no reading has all, so those that left may be listed, and count, on
    const gone = new Map(['skinport', 'steam-market'].map((slug) => [slug, 0]));
    for (const slug of gone.keys())
      for (const game of games)
        world.watch(slug, game, (changes) => {
          const left = changes.filter(({ kind }) => kind === 'removed').length;
          gone.set(slug, (gone.get(slug) ?? 0) + left);
        });
    for (let number = 0; number < kills; number += 1) {
      await round(number, known);
      for (let step = 0; step < 3; step += 1) world.tick(Date.now());
    }

    // Without marketplaces, it serves only what was stored
    const alone = start(nowhere);
    const kept = await readKeptState(await alone.origin, key);
    await expectNothingLost(kept, known);
    expect(known.offers.size).toBeGreaterThan(50);
    expect(await alone.stop('SIGTERM')).toEqual({ code: 0, signal: null });

    const last = start();
    const origin = await last.origin;
    let counts: unknown = null;
    await until(
      'the counts that are true on the stage',
      async () => {
        const all: { marketplace: string; games: { game: Game; offerCount: number }[] }[] = await readJson(
          `${origin}/v2/marketplaces`,
          key,
        );
        const found = all.flatMap(({ marketplace, games: rows }) => {
          const slug = marketplaceNamed(marketplace)?.slug ?? '';
          const truth = trueCounts(slug);
          const most = gone.get(slug) ?? 0;
          return rows.map(({ game, offerCount }) => ({
            slug,
            offerCount,
            truth: truth[games.indexOf(game)] ?? 0,
            most,
          }));
        });
        counts = found;
        return (
          all.length === complete.length &&
          found.every(({ offerCount, truth, most }) => offerCount >= truth && offerCount <= truth + most)
        );
      },
      () => counts,
      lookedUpMs,
    );
    // Offers sold in the meantime are only removed when the item is looked up again, however soon its count is right
    const standing = standingIds();
    let final = await readKeptState(origin, key);
    const listed = () => new Set([...final.offers.keys()].map(idIn));
    await until(
      'the offers that stand on the stage',
      async () => {
        final = await readKeptState(origin, key);
        return listed().size === standing.size;
      },
      () => [listed().size, standing.size],
      lookedUpMs,
    );
    expect(listed()).toEqual(standing);
    await expectNothingLost(final, known);
    expect(await last.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
