import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/book/book.ts';
import { readConfig } from '../../src/config/config.ts';
import { csfloat } from '../../src/connectors/csfloat/index.ts';
import { dmarket } from '../../src/connectors/dmarket/index.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import type { BuyOrder, MarketRecord, Money, Offer, Quote } from '../../src/schema/index.ts';
import { soloNode } from '../../src/service/node/solo-node.ts';
import { openParts } from '../../src/service/open-parts.ts';
import { restoreBook } from '../../src/service/snapshots/restore-book.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { Maintenance, type ReadableSource } from '../../src/service/sources/maintenance.ts';
import { writeRestoredMark } from '../../src/tape/mark.ts';
import { unpackRecords } from '../../src/tape/pack.ts';
import type { TapeRecord } from '../../src/tape/record.ts';
import { tapeFolder } from '../../src/tape/tape-folder.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { createHandClock } from '../support/time/hand-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const game = 'CS2';
const name = 'AK-47 | Redline (Field-Tested)';
const connectors = [skinport, dmarket, csfloat];
/** A marketplace with a whole list, one that is asked about one item at a time, and one with a feed. */
const [listed, lookedUp, fed] = [3, 4, 2];
const log = pino({ level: 'silent' });
const root = testFolder('confirmed');
const { config } = readConfig({ file: null, environment: {}, flags: {} });

const usd = (amount: number): Money => ({ amount, currency: 'USD' });
const offer = (offerId: string, amount: number): Offer => ({
  ...{
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId,
    price: usd(amount),
    purchaseLink: `https://example.test/${offerId}`,
  },
  ...{
    inspectLink: null,
    float: null,
    paintIndex: null,
    paintSeed: null,
    stickers: [],
    tradableAt: null,
    ownerId: null,
  },
});
const order = (orderId: string): BuyOrder => ({
  ...{ kind: 'buyOrder', game, name, phase: null, orderId, price: usd(900), quantity: 1 },
});
const quote = (of: string): Quote => ({
  ...{ kind: 'quote', game, name: of, phase: null, lowest: usd(1_000), offerCount: 2 },
  ...{ purchaseLink: null, thumbnail: null, marketplaceItemId: null },
});

const kinds = ['offer', 'buyOrder', 'quote'] as const;
const whole: readonly MarketRecord[] = [
  ...Array.from({ length: 20 }, (_, at) => offer(`list-${at}`, 1_000 + at)),
  ...[order('list-a'), order('list-b'), quote('Case 1'), quote('Case 2')],
];
/** More than the page of an answer shows. */
const deep = Array.from({ length: 15 }, (_, at) => offer(`item-${at}`, 1_000 + at));
const page = deep.slice(0, 10);

type Service = Awaited<ReturnType<typeof start>>;

/** Starts the parts of the service that hear, keep and remove, in a data folder. */
async function start(folder: string, clock: ReturnType<typeof createHandClock>) {
  const { now } = clock;
  const settings = { ...config, 'data.folder': folder, 'tape.keepHours': 400 };
  const parts = await openParts({
    config: settings,
    connectors,
    log,
    now,
    node: soloNode({ config: settings, log, now }),
  });
  const { book, writer, publisher, recorder, tape, store } = parts;
  await restoreBook({ ...parts, now, log });
  const first = tape.head + 1;
  const intake = createIntake({ ...parts });
  let state: ReadableSource['state'] = 'live';
  const health = (): ReadableSource[] =>
    connectors.map(({ slug }) => ({ slug, game, yields: ['offer'], state, lastReadAt: now() }));
  const maintenance = new Maintenance({
    ...{ book, writer, publisher, connectors, health, now, dataFolder: folder, keepHours: 48 },
    ...{ forgetting: null, signal: new AbortController().signal },
  });
  const stamp = (marketplaceId: number) => ({ marketplaceId, source: 'test', at: now() });

  return {
    book,
    /** Reads everything that the marketplaces have, all of it unchanged. */
    readAll: async (of = whole) => {
      const about = { marketplaceId: listed, game, kinds, seenBefore: now(), at: now() } as const;
      await intake.take(of, stamp(listed));
      await intake.sweep({ ...about, source: 'test' });
      await intake.take(page, stamp(lookedUp));
      const asked = { marketplaceId: lookedUp, game, name, kinds: ['offer'], seenBefore: now(), at: now() } as const;
      await intake.sweepItem({ ...asked, source: 'test', isCut: true, records: page.length });
      await intake.take([offer('fed', 1_500)], { ...stamp(fed), isFed: true });
    },
    epoch: tape.epoch,
    begin: async () => await intake.take(deep, stamp(lookedUp)),
    run: () => maintenance.run(),
    fail: () => {
      state = 'down';
    },
    /** What has been published since the start. */
    published: async () => {
      await recorder.flush();
      const records: TapeRecord[] = [];
      for await (const { bytes } of tape.read(first)) records.push(...unpackRecords(bytes));
      return records.flatMap((record) => (record.what === 'change' ? [record.change.kind] : []));
    },
    kill: async () => {
      await recorder.flush();
      await parts.storeFollower?.stop();
      await tape.close();
      await store.close();
    },
    stop: async () => {
      await recorder.flush();
      await recorder.close();
      await parts.storeFollower?.stop();
      await writer.stop();
      await parts.keeper.stop(60_000);
      await tape.close();
      await store.close();
    },
  };
}

const standing = (book: Book) =>
  [listed, lookedUp, fed].flatMap((id) => [
    ...book.offers(id, game, name),
    ...book.buyOrders(id, game, name),
    ...book.quotes(id, game, 'Case 1'),
  ]);

const copyOf = (folder: string): string => {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  return copy;
};

const ways: Record<string, (service: Service, folder: string) => Promise<string>> = {
  'a kill': async (service, folder) => {
    await service.kill();
    return folder;
  },
  'a stop': async (service, folder) => {
    await service.stop();
    return folder;
  },
  'a restore': async (service, folder) => {
    await service.stop();
    const copy = copyOf(folder);
    writeRestoredMark(tapeFolder(copy), service.epoch);
    return copy;
  },
  'a copy of the folder': async (service, folder) => {
    await service.stop();
    return copyOf(folder);
  },
};

describe('what was confirmed for days without a change', () => {
  for (const [way, end] of Object.entries(ways)) {
    it(`is neither removed nor added again after ${way}, and is as old as it was`, async () => {
      const clock = createHandClock(Date.UTC(2026, 0, 10, 8));
      let folder = join(root, way.replaceAll(' ', '-'));
      let service = await start(folder, clock);
      await service.begin();
      for (let passed = 0; passed < 72 * hour; passed += 5 * minute) {
        await service.readAll();
        clock.set(clock.now() + 5 * minute);
        await service.run();
      }
      const before = standing(service.book);
      // The offers beyond the page were not confirmed since the first hour
      expect(before.length).toBe(20 + 2 + 1 + 10 + 1);

      folder = await end(service, folder);
      clock.set(clock.now() + 10_000);
      service = await start(folder, clock);
      expect(standing(service.book)).toEqual(before);
      service.fail();
      for (let passed = 0; passed < 60; passed += 1) {
        await service.run();
        clock.set(clock.now() + minute);
      }
      await service.readAll();
      expect(await service.published()).toEqual([]);
      expect(standing(service.book).map(({ foundAt }) => foundAt)).toEqual(before.map(({ foundAt }) => foundAt));

      // What is gone from a list that was read since is removed, as ever
      clock.set(clock.now() + 5 * minute);
      await service.readAll(whole.slice(1));
      expect(await service.published()).toEqual(['removed', 'floor']);
      await service.stop();
    });
  }
});
