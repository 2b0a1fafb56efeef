import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { startStage } from '../../src/stage/server.ts';
import { ResumingReader } from '../support/client/resuming-readers.ts';
import { killAll, playedCredentials, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { testLimitMs } from '../support/runner/limits.ts';
import { extent } from '../support/runner/long-run.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { busyName, clock, startBusyMarket } from '../support/stage/busy-market.ts';
import { offersOnTape } from '../support/tape/offers-on-tape.ts';
import { harmSnapshot, harms, snapshotBegun } from '../support/tape/snapshot-harm.ts';
import { storedPrices } from '../support/tape/stored-prices.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 1, long: 20 });
// Readers of everything; the single process that holds them has to read each message this many times
const eagerCount = extent({ short: 12, long: 100 });
// KILLS=100 for the longest form
const busyKills = extent({ short: 3, long: Number(process.env['KILLS'] ?? 20) });
const readerCount = extent({ short: 20, long: 1_000 });
// Many, so that each reader is soon told something
const itemsEach = extent({ short: 25, long: 5 });
// Fewer than readers, so that some read the same
const groups = extent({ short: 16, long: 40 });
// Messages of the marketplace before a kill, and up to four times as many
const changesBefore = extent({ short: 10, long: 50 });
// Of the marketplace's rows in a second; with more, a busy machine does little else than read them
const rowsPerSecond = extent({ short: 300, long: 2_000 });
const chance = seededNumbers();

afterEach(killAll);

/** A service on a folder of its own that is killed and started again; readers of its stream resume at any of its starts. */
class KilledService {
  readonly folder = testFolder('killed');
  readonly #start: () => ServedProcess;
  #now: ServedProcess;
  #origin = '';
  #key = '';

  private constructor(relay: string, environment: Readonly<Record<string, string>>) {
    this.#start = () => serve({ folder: this.folder, relay, environment });
    this.#now = this.#start();
  }

  static async start(...settings: readonly [string, Readonly<Record<string, string>>]): Promise<KilledService> {
    const service = new KilledService(...settings);
    service.#origin = await service.#now.origin;
    service.#key = await service.#now.firstKey();
    return service;
  }

  readonly address = (): string => `${this.#origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${this.#key}`;

  async kill(): Promise<void> {
    this.#now.child.kill('SIGKILL');
    await this.#now.ended;
  }

  async restart(): Promise<void> {
    this.#now = this.#start();
    this.#origin = await this.#now.origin;
  }

  /** Starts it and kills it while it loads its snapshot. */
  async killWhileLoading(): Promise<void> {
    this.#now = this.#start();
    await this.#now.line((line) => line.includes('"store open"'));
    await wait(chance() * 200);
    await this.kill();
  }

  async stop(): Promise<void> {
    expect(await this.#now.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  }
}

const everyReader = (
  what: string,
  readers: readonly ResumingReader[],
  isDone: (reader: ResumingReader) => boolean,
): Promise<boolean> =>
  until(
    what,
    async () => readers.every(isDone),
    () =>
      readers.filter((reader) => !isDone(reader)).map(({ received, recovered }) => [received.at(-1), recovered.at(-1)]),
  );

const toBeToldSomething = (readers: readonly ResumingReader[]): Promise<boolean> =>
  everyReader('every reader to be told something', readers, ({ received }) => received.length > 20);

/** Restarts a killed service, and waits until its readers have resumed as often as it was killed and know more than before. */
async function restart(service: KilledService, readers: readonly ResumingReader[], killed: number): Promise<void> {
  const reached = Math.max(...readers.map(({ received }) => received.at(-1) ?? 0));
  await service.restart();
  await everyReader(
    'every reader to be told more than before the kill',
    readers,
    ({ received, recovered }) => recovered.length >= killed && (received.at(-1) ?? 0) > reached,
  );
}

/** Each reader has received what the tape has of its items between its first and its last message, and always resumed. */
async function expectExactlyOnce(
  folder: string,
  readers: readonly ResumingReader[],
  killed: number,
  itemsOf: ((reader: number) => readonly string[]) | null = null,
): Promise<void> {
  const firsts = readers.map(({ received }) => received[0] ?? 0);
  const onTape = new Map<string, number[]>();
  for (const { sequence, change, isPublished } of await offersOnTape(folder, Math.min(...firsts))) {
    if (!isPublished) continue;
    const sequences = onTape.get(change.offer.name) ?? [];
    onTape.set(change.offer.name, sequences);
    sequences.push(sequence);
  }
  for (const [number, { received, recovered }] of readers.entries()) {
    const [first, last] = [received[0] ?? 0, received.at(-1) ?? 0];
    const own = (itemsOf?.(number) ?? [...onTape.keys()])
      .flatMap((name) => onTape.get(name) ?? [])
      .filter((sequence) => sequence >= first && sequence <= last);
    expect(received).toEqual(own.sort((one, other) => one - other));
    expect(recovered).toEqual(recovered.map(() => true));
    expect(recovered.length).toBeGreaterThanOrEqual(killed);
  }
}

/** The prices of the offers that stand according to the whole tape of a folder, all of which are still on sale. */
async function pricesOnTape(folder: string): Promise<ReadonlyMap<string, number>> {
  const changes = (await offersOnTape(folder)).map(({ change }) => change);
  expect(changes.filter(({ kind }) => kind === 'removed')).toEqual([]);
  return new Map(changes.map(({ offer }) => [offer.offerId, offer.price.amount]));
}

describe('a service that is killed in the middle of changes', () => {
  it(`has sent each of ${eagerCount} readers everything exactly once, over ${kills} kills`, async () => {
    const world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
    const stage = await startStage({ world, players, now: Date.now });
    const service = await KilledService.start(stage.origin, {
      ...playedCredentials(),
      COLLECT_ONLY: 'buff163,csfloat,skinport,dmarket,market-csgo,steam-market',
      STREAM_CONNECTIONS_PER_KEY: String(2 * eagerCount),
    });
    const ticking = setInterval(() => world.tick(Date.now()), 50);
    const readers = Array.from({ length: eagerCount }, () => new ResumingReader(service.address));
    const received = () => readers[0]?.received.length ?? 0;
    await toBeToldSomething(readers);
    for (let killed = 1; killed <= kills; killed += 1) {
      const killedAt = received() + 50 + chance() * 150;
      await until('the changes before the kill', async () => received() >= killedAt);
      await service.kill();
      await restart(service, readers, killed);
    }
    clearInterval(ticking);
    await service.stop();
    for (const reader of readers) await reader.stop();
    await stage.close();

    await expectExactlyOnce(service.folder, readers, kills);
  });

  it(`has sent each of ${readerCount} readers all of its items exactly once, over ${busyKills} kills in the middle of thousands`, {
    timeout: testLimitMs('system') + busyKills * 60_000,
  }, async () => {
    // The number of the last message of the marketplace that was published
    let published = 0;
    const market = await startBusyMarket(() => published, rowsPerSecond);
    const service = await KilledService.start(market.origin, {
      COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
      COLLECT_ONLY: 'BusyMarket',
      STREAM_CONNECTIONS_PER_KEY: String(2 * readerCount + 2),
    });
    const itemsOf = (number: number) =>
      Array.from({ length: itemsEach }, (_, at) => busyName((number % groups) * itemsEach + at));
    const readers = Array.from(
      { length: readerCount },
      (_, number) => new ResumingReader(service.address, itemsOf(number)),
    );
    const pace = new ResumingReader(service.address, [clock], ({ priceUSD }) => {
      published = Math.round(priceUSD * 100);
    });
    await toBeToldSomething(readers);
    for (let killed = 1; killed <= busyKills; killed += 1) {
      const killedAt = published + changesBefore * (1 + 3 * chance());
      await until('the changes before the kill', async () => published >= killedAt);
      // In turn: in the middle of changes, of a snapshot that is written, and of one that is loaded and then found harmed
      if (killed % 3 === 2) await snapshotBegun(service.folder);
      await service.kill();
      if (killed % 3 === 0) {
        await service.killWhileLoading();
        const [, harm] = harms[(killed / 3 - 1) % harms.length] ?? expect.fail();
        await harmSnapshot(service.folder, harm);
      }
      await restart(service, readers, killed);
    }
    market.rest();
    await service.stop();
    for (const reader of [...readers, pace]) await reader.stop();
    await market.close();

    await expectExactlyOnce(service.folder, readers, busyKills, itemsOf);
    expect(await storedPrices(service.folder)).toEqual(await pricesOnTape(service.folder));
  });
});
