import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyExtras, type Game, type Variant } from '../../../src/schema/index.ts';
import { RowsRefused } from '../../../src/store/engine.ts';
import { type OpenStore, openStore, type StoreLocation } from '../../../src/store/open-store.ts';
import type {
  HistoryQuery,
  RemovalRow,
  SaleQuery,
  SaleRow,
  SeriesRef,
  StoredPoint,
  StoredRow,
} from '../../../src/store/store.ts';
import { extent } from '../runner/long-run.ts';
import {
  day,
  evenly,
  floorOf,
  medianOf,
  offerKey,
  orderKey,
  quoteKey,
  saleOf,
  sampledStates,
  sortedBy,
  startOfTime,
} from './store-samples.ts';

const inOrder = ({ offers, buyOrders, quotes }: ReturnType<typeof sampledStates>) => ({
  offers: sortedBy(offers, offerKey),
  buyOrders: sortedBy(buyOrders, orderKey),
  quotes: sortedBy(quotes, quoteKey),
});

const isAbout = (game: Game, name: string) => (stored: StoredRow) =>
  'state' in stored.row && stored.row.state.game === game && stored.row.state.name === name;

/** The tests that every form of the store has to pass; `reopen` closes it and opens the same data again. */
export const testStore = (
  form: string,
  start: () => Promise<{ location: StoreLocation; stop: () => Promise<void> }>,
): void => {
  describe(form, () => {
    let store: OpenStore;
    let running: Awaited<ReturnType<typeof start>>;
    const clock = startOfTime;
    const open = () => openStore({ at: running.location, now: () => clock, statesDays: 3_650 });
    const reopen = async () => {
      await store.close();
      store = await open();
    };

    beforeAll(async () => {
      running = await start();
      store = await open();
    });
    afterAll(async () => {
      await store?.close();
      await running?.stop();
    });

    it('returns every offer, buy order and quote of the past exactly, before and after they are written', async () => {
      const { offers, buyOrders, quotes } = sampledStates(40);
      const base = store.states.begin(0);
      await store.states.lay(base);
      const [span] = store.states.spans();
      if (span === undefined) throw new Error('no span was noted');
      const at = base + 1;
      let sequence = 0;
      const told = <State>(state: State) => {
        sequence += 1;
        return { state, publishedAt: at, sequence };
      };
      const rowsOf = (isRemoved: boolean): StoredRow[] => [
        ...offers.map((state): StoredRow => ({ table: 'offerStates', row: told(state), isRemoved })),
        ...buyOrders.map((state): StoredRow => ({ table: 'buyOrderStates', row: told(state), isRemoved })),
      ];
      const rows = [
        ...rowsOf(false),
        ...quotes.map((state): StoredRow => ({ table: 'quoteStates', row: told(state) })),
      ];
      const items = new Map([...offers, ...buyOrders, ...quotes].map((one) => [`${one.game} ${one.name}`, one]));
      const found = async (unwritten: readonly StoredRow[] = []) => {
        const about = [...items.values()].map(({ game, name }) =>
          store.states.itemAt(span, game, name, at, unwritten.filter(isAbout(game, name))),
        );
        const all = await Promise.all(about);
        return inOrder({
          offers: all.flatMap((one) => one.offers),
          buyOrders: all.flatMap((one) => one.buyOrders),
          quotes: all.flatMap((one) => one.quotes),
        });
      };
      const states = inOrder({ offers, buyOrders, quotes });

      expect(await found(rows)).toEqual(states);
      await store.append(rows);
      expect(await found()).toEqual(states);
      await store.append(rowsOf(true));
      await reopen();
      expect(await found()).toEqual({ ...states, offers: [], buyOrders: [] });
    });

    it('keeps the last state of a day, whatever the order within a batch', async () => {
      const at = startOfTime - (startOfTime % day);
      const dayRow = (notedTo: number) => {
        const about = { marketplaceId: 3, source: 'own', game: 'CS2', reason: null, knownMs: notedTo - at } as const;
        return { ...about, day: at, since: at, notedTo, completeTo: notedTo, lateAt: at, ages: [] };
      };
      const states = [1_000, 3_000, 2_000].map((after) => dayRow(at + after));
      await store.append(states.map((row) => ({ table: 'sourceDays', row })));
      await store.append([{ table: 'sourceDays', row: dayRow(at + 500) }]);
      const own = async () => (await store.newestSourceDays()).filter(({ source }) => source === 'own');

      expect(await own()).toEqual([states[1]]);
      await reopen();
      expect(await own()).toEqual([states[1]]);
    });

    it('goes by the newest day of a source that has begun, when a clock that ran ahead left later ones', async () => {
      const dayRow = (at: number) => {
        const about = { marketplaceId: 3, source: 'ahead', game: 'CS2', reason: null, knownMs: 5, ages: [] } as const;
        return { ...about, day: at, since: at, notedTo: at, completeTo: at, lateAt: at };
      };
      const today = Math.floor(clock / day) * day;
      const rows = [today - day, today, today + 30 * day].map(dayRow);
      await store.append(rows.map((row) => ({ table: 'sourceDays', row })));

      const own = ({ source }: { readonly source: string }) => source === 'ahead';
      expect((await store.newestSourceDays()).filter(own)).toEqual([rows[1]]);
      const query = { marketplaceId: 3, game: 'CS2', from: today, to: today + day } as const;
      expect((await store.conditions(query)).newest.filter(own)).toEqual([rows[1]]);
    });

    it('returns each sale once, newest first, and only since the given instant', async () => {
      const name = '★ Karambit | Doppler (Factory New)';
      const of = (saleId: string, soldAt: number, change: Partial<SaleRow> = {}) =>
        saleOf({ name, saleId, soldAt, ...change });
      const rich = of('b', startOfTime - day, {
        phase: 'Sapphire',
        float: 0.012345678901234567,
        paintIndex: 416,
        paintSeed: 999,
        stickers: [{ name: '龍王 (Holo)', wear: 0.1, slot: 2 }],
      });
      await store.append(
        [of('a', startOfTime - 3 * day), rich, of('c', startOfTime)].map((row): StoredRow => ({ table: 'sales', row })),
      );
      await store.append(
        [rich, of('b', startOfTime - day, { name: 'another item' })].map((row): StoredRow => ({ table: 'sales', row })),
      );

      const found = await store.sales({ game: 'CS2', name, marketplaceId: 4 }, startOfTime - 2 * day);

      expect(found.map(({ soldAt }) => soldAt)).toEqual([startOfTime, startOfTime - day]);
      const { kind: _kind, game: _game, name: _name, ...stored } = rich;
      expect(found[1]).toEqual({ ...stored, side: null });
      const names = [name, 'another item', 'never sold'];
      const counts = await store.saleCounts('CS2', names, startOfTime - 2 * day);
      expect(counts).toEqual(new Map(Object.entries({ [name]: 2, 'another item': 1 })));
      expect(await store.saleCounts('CS2', [name], startOfTime + 1)).toEqual(new Map([[name, 0]]));
      expect(await store.saleCounts('Rust', names, 0)).toEqual(new Map());
    });

    it('finds sales on all marketplaces by what was on the item, page by page, before and after they are written', async () => {
      const name = 'AK-47 | Found (Field-Tested)';
      const crown = (slot: number) => ({ name: 'Sticker | "Crown" (Foil)', wear: 0, slot });
      const rows = [
        saleOf({ name, saleId: 'a', float: 0.16, paintSeed: 661, stickers: [crown(0), crown(1)], side: 'bid' }),
        saleOf({
          name,
          saleId: "b'",
          marketplaceId: 7,
          float: 0.2,
          paintSeed: 7,
          stickers: [crown(3)],
          side: 'ask',
          statTrakCount: 7,
        }),
        saleOf({
          name,
          saleId: 'b',
          marketplaceId: 7,
          phase: 'Ruby',
          stickers: [],
          charms: [{ name: "Charm | Lil' Ava", pattern: 7 }],
          patches: [{ name: 'Patch | Crazy Banana', wear: 0, slot: 0 }],
        }),
        saleOf({ name, saleId: 'c', soldAt: startOfTime - day, nameTag: 'mine' }),
      ].map((row): StoredRow => ({ table: 'sales', row }));
      const any: SaleQuery = {
        ...{ game: 'CS2', name, phase: null, marketplaceIds: null, since: 0, until: startOfTime, limit: 9 },
        ...{ minFloat: null, maxFloat: null, paintSeeds: null, stickers: [], extras: anyExtras, after: null },
      };
      const idsOf = async (change: Partial<SaleQuery>, unwritten: readonly StoredRow[] = []) =>
        (await store.findSales({ ...any, ...change }, unwritten)).map(({ saleId }) => saleId);
      const wanted: readonly (readonly [Partial<SaleQuery>, readonly string[]])[] = [
        [{}, ['a', 'b', "b'", 'c']],
        [{ limit: 2 }, ['a', 'b']],
        [{ after: { soldAt: startOfTime, marketplaceId: 7, saleId: 'b' } }, ["b'", 'c']],
        [{ after: { soldAt: startOfTime, marketplaceId: 7, saleId: "b'" } }, ['c']],
        [{ until: startOfTime - 1 }, ['c']],
        [{ since: startOfTime }, ['a', 'b', "b'"]],
        [{ marketplaceIds: [7] }, ['b', "b'"]],
        [{ marketplaceIds: [] }, []],
        [{ phase: 'Ruby' }, ['b']],
        [{ minFloat: 0.17 }, ["b'"]],
        [{ maxFloat: 0.16 }, ['a']],
        [{ paintSeeds: [7, 661] }, ['a', "b'"]],
        [{ stickers: [crown(0).name] }, ['a', "b'"]],
        [{ stickers: [crown(0).name, crown(0).name] }, ['a']],
        [{ stickers: ['Crown'] }, []],
        [{ extras: { ...anyExtras, charm: 'AVA lil' } }, ['b']],
        [{ extras: { ...anyExtras, charm: 'ava pattern' } }, []],
        [{ extras: { ...anyExtras, patch: 'banana' } }, ['b']],
        [{ extras: { ...anyExtras, nameTag: true } }, ['c']],
        [{ extras: { ...anyExtras, minStatTrakCount: 7 } }, ["b'"]],
        [{ extras: { ...anyExtras, minStatTrakCount: 8 } }, []],
      ];

      for (const [change, ids] of wanted) expect(await idsOf(change, rows), JSON.stringify(change)).toEqual(ids);
      expect(await idsOf({})).toEqual([]);
      await store.append(rows);
      for (const [change, ids] of wanted) expect(await idsOf(change), JSON.stringify(change)).toEqual(ids);
      expect((await store.findSales(any)).map(({ side }) => side)).toEqual(['bid', null, 'ask', null]);
    });

    it('finds the few sales with something on the item behind many without it', async () => {
      const name = '★ Kukri Knife | Fade (Factory New)';
      const rows = Array.from({ length: 2_500 }, (_, at): StoredRow => {
        const rare = at < 3 ? { charms: [{ name: 'Charm | Die', pattern: 7 }], paintSeed: 390 } : { paintSeed: 819 };
        const row = saleOf({ name, saleId: `${at}`, soldAt: startOfTime + at, charms: [], ...rare });
        return { table: 'sales', row };
      });
      const any: SaleQuery = {
        ...{ game: 'CS2', name, phase: null, marketplaceIds: null, since: 0, until: startOfTime + day, limit: 2 },
        ...{ minFloat: null, maxFloat: null, paintSeeds: null, stickers: [], extras: anyExtras, after: null },
      };
      await store.append(rows);

      for (const asked of [{ charm: 'die' }, { minFade: 93 }]) {
        const wanted = { ...any, extras: { ...anyExtras, ...asked } };
        const first = await store.findSales(wanted);
        expect(first.map(({ saleId }) => saleId)).toEqual(['2', '1']);
        const second = await store.findSales({ ...wanted, after: first[1] ?? null });
        expect(second.map(({ saleId }) => saleId)).toEqual(['0']);
      }
    });

    it('returns removals of an item once, newest first, before and after they are written', async () => {
      // They are kept for a month
      const today = Math.trunc(Date.now() / day) * day;
      const name = 'AK-47 | Removed (Field-Tested)';
      const removal = (offerId: string, goneAt: number, change: Partial<RemovalRow> = {}): StoredRow => ({
        table: 'removals',
        row: {
          ...{ game: 'CS2', name, phase: null, marketplaceId: 4, offerId, float: 0.25, usd: 5_000 },
          ...{ foundAt: today - 9 * day, goneAt, reason: 'sold', ...change },
        },
      });
      const rows = [
        removal('a', today - day, { reason: 'unknown' }),
        removal('a', today, { usd: null, float: null }),
        removal('b', today - 2 * day, { marketplaceId: 7, phase: 'Ruby', reason: 'swept' }),
        removal('c', today - 5 * day),
      ];
      const query = {
        game: 'CS2',
        name,
        phase: null,
        marketplaceIds: null,
        since: today - 3 * day,
        limit: 9,
      } as const;
      const found = [
        { marketplaceId: 4, offerId: 'a', phase: null, float: null, usd: null, reason: 'sold', goneAt: today },
        { ...{ marketplaceId: 7, offerId: 'b', phase: 'Ruby' }, float: 0.25, usd: 5_000, reason: 'swept' },
      ].map((one) => expect.objectContaining(one));

      expect(await store.removals(query, rows)).toEqual(found);
      await store.append(rows);
      expect(await store.removals(query)).toEqual(found);
      expect(await store.removals({ ...query, marketplaceIds: [4], limit: 1 })).toEqual(found.slice(0, 1));
      expect(await store.removals({ ...query, phase: 'Ruby' })).toEqual(found.slice(1));
    });

    it('returns the newest rate of each publisher', async () => {
      const rate = (source: string, perUsd: number, ratedAt: number): StoredRow => ({
        table: 'rates',
        row: { currency: source === 'ecb' ? 'EUR' : 'RUB', source, perUsd, ratedAt },
      });
      await store.append([
        rate('ecb', 0.9, startOfTime),
        rate('ecb', 0.8, startOfTime - day),
        rate('cbr', 81.123456789, startOfTime),
        { table: 'rates', row: { currency: 'KEY', source: 'backpack.tf', perUsd: 0.5, ratedAt: startOfTime + 1 } },
        { table: 'rates', row: { currency: 'REF', source: 'backpack.tf', perUsd: 29.4, ratedAt: startOfTime + 1 } },
      ]);

      expect(await store.lastRates()).toEqual([
        { currency: 'EUR', source: 'ecb', perUsd: 0.9, ratedAt: startOfTime },
        { currency: 'RUB', source: 'cbr', perUsd: 81.123456789, ratedAt: startOfTime },
        { currency: 'KEY', source: 'backpack.tf', perUsd: 0.5, ratedAt: startOfTime + 1 },
        { currency: 'REF', source: 'backpack.tf', perUsd: 29.4, ratedAt: startOfTime + 1 },
      ]);
    });

    it('writes what a source reports about itself', async () => {
      const run = {
        marketplaceId: 3,
        source: 'items',
        game: 'CS2',
        outcome: 'read',
        startedAt: startOfTime,
        milliseconds: 12.5,
        rows: 10,
        rejected: 0,
        priced: null,
        detail: "it's fine",
      } as const;
      await expect(store.append([{ table: 'sourceRuns', row: run }])).resolves.toBeUndefined();
    });

    it('knows how many rows and prices each source returned when it last succeeded', async () => {
      // Runs are deleted after 30 days
      const today = Date.now();
      const run = (outcome: string, startedAt: number, rows: number, priced: number | null): StoredRow => ({
        table: 'sourceRuns',
        row: {
          marketplaceId: 5,
          source: 'list',
          game: 'TF2',
          outcome,
          startedAt,
          milliseconds: 1,
          rows,
          rejected: 0,
          priced,
          detail: null,
        },
      });
      const last = async () => (await store.lastReadings()).filter(({ source }) => source === 'list');
      const about = { marketplaceId: 5, source: 'list', game: 'TF2' };
      await store.append([
        run('read', today - 2 * day, 900, 800),
        run('read', today - day, 1000, 700),
        run('shrunk', today, 3, 2),
      ]);
      expect(await last()).toEqual([{ ...about, rows: 1000, priced: 700 }]);

      await store.append([run('read', today, 1100, null)]);
      expect(await last()).toEqual([{ ...about, rows: 1100, priced: null }]);
    });

    describe('price history', () => {
      const series = (name: string, phaseOf: Variant | null = null): SeriesRef => ({
        game: 'TF2',
        name,
        marketplaceId: 18,
        phase: phaseOf,
      });
      const point = (at: number, USD: number | null): StoredPoint => ({
        at,
        prices: { USD, EUR: null, CNY: null, RUB: null },
      });

      it('returns all points unchanged if there are no more than requested', async () => {
        const tour = series('Tour of Duty Ticket');
        const points = [5, 3, 1].map((days) => point(startOfTime - days * day, days === 3 ? null : days * 1000));
        await store.append(points.map(({ at, prices: { USD } }) => floorOf(tour, at, USD)));

        expect(await store.priceHistory(tour, startOfTime - 10 * day, startOfTime, 3)).toEqual(points);
        expect(await store.priceHistory(tour, startOfTime - 4 * day, startOfTime, 3)).toEqual(points.slice(1));
        expect(await store.priceHistory(series('Tour of Duty Ticket', 'Ruby'), 0, startOfTime, 3)).toEqual([]);
      });

      it('has one point for each second, the last', async () => {
        const busy = series('Name Tag');
        const begin = startOfTime - day;
        const points = [0, 400, 999, 1000, 2500].map((milliseconds) => point(begin + milliseconds, milliseconds + 1));
        await store.append(points.map(({ at, prices: { USD } }) => floorOf(busy, at, USD)));

        const found = await store.priceHistory(busy, begin, startOfTime, 100);
        expect(found).toEqual([points[2], points[3], points[4]]);
      });

      it('spreads its points over the stored period, however long the requested one', async () => {
        const young = series('Gift Wrap');
        const begin = startOfTime - 10 * day;
        const points = Array.from({ length: 1000 }, (_, at) => point(begin + at * (day / 100), at + 1));
        await store.append(points.map(({ at, prices: { USD } }) => floorOf(young, at, USD)));

        const found = await store.priceHistory(young, startOfTime - 365 * day, startOfTime, 100);
        expect(found).toHaveLength(100);
        expect(found.at(-1)).toEqual(points.at(-1));
      });

      it('equals the plain definition for any points, window and number of points requested', async () => {
        let count = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(fc.integer({ min: 0, max: 40 * day }), { minLength: 1, maxLength: 200 }),
            fc.integer({ min: 0, max: 20 * day }),
            fc.integer({ min: 1, max: 30 * day }),
            fc.integer({ min: 1, max: 120 }),
            async (offsets, skipped, span, pointCount) => {
              count += 1;
              const item = series(`item ${count}`);
              const begin = startOfTime - 40 * day;
              await store.append(offsets.map((offset) => floorOf(item, begin + offset, offset + 1)));
              const points = offsets.map((offset) => point(begin + offset, offset + 1));

              const found = await store.priceHistory(item, begin + skipped, begin + skipped + span, pointCount);

              expect(found).toEqual(evenly(points, begin + skipped, begin + skipped + span, pointCount));
            },
          ),
          { numRuns: extent({ short: 8, long: 25 }) },
        );
      });

      it('equals the plain definition for a dense series, which is read from roll-ups', async () => {
        const dense = series('Mann Co. Supply Crate Key');
        const begin = startOfTime - 30 * day;
        const step = 61_007;
        const points = Array.from({ length: 42_000 }, (_, index) =>
          point(begin + index * step, 1000 + ((index * 7919) % 500)),
        );
        await store.append(points.map(({ at, prices: { USD } }) => floorOf(dense, at, USD)));

        const windows: [since: number, until: number, asked: number][] = [
          [begin, startOfTime, 100],
          [begin + 1_234_567, startOfTime - 3_456_789, 97],
          [begin, startOfTime, 2],
          [begin, begin + 20 * day, 13],
        ];
        for (const [since, until, pointCount] of windows) {
          expect(await store.priceHistory(dense, since, until, pointCount)).toEqual(
            evenly(points, since, until, pointCount),
          );
        }
      });

      it('stores a point once, however often it is written', async () => {
        const twice = series('Refined Metal');
        const rows = [1, 2, 3].map((days) => floorOf(twice, startOfTime - days * day, days));
        await store.append([...rows, ...rows.slice(0, 1)]);
        await store.append([
          ...rows,
          medianOf(twice, startOfTime - 5 * day, 9),
          medianOf(twice, startOfTime - 5 * day, 9),
        ]);

        const found = await store.priceHistory(twice, startOfTime - 10 * day, startOfTime, 4);

        expect(found.map(({ at }) => (startOfTime - at) / day)).toEqual([5, 3, 2, 1]);
      });

      it('uses medians only before the first floor point', async () => {
        const mixed = series('Earbuds');
        await store.append([
          ...[9, 8, 7, 3].map((days) => medianOf(mixed, startOfTime - days * day, 100 + days)),
          ...[6, 5, 1].map((days) => floorOf(mixed, startOfTime - days * day, 200 + days)),
        ]);

        const found = await store.priceHistory(mixed, startOfTime - 8.5 * day, startOfTime, 100);
        const late = await store.priceHistory(mixed, startOfTime - 4 * day, startOfTime, 100);

        expect(found.map(({ prices: { USD } }) => USD)).toEqual([108, 107, 206, 205, 201]);
        expect(late.map(({ prices: { USD } }) => USD)).toEqual([201]);
      });

      it('accepts old prices of many years in one batch', async () => {
        const old = series('Bill’s Hat');
        await store.append(
          Array.from({ length: 160 }, (_, month) => medianOf(old, startOfTime - month * 30 * day, month + 1)),
        );

        expect(await store.priceHistory(old, startOfTime - 6000 * day, startOfTime, 1000)).toHaveLength(160);
      });
    });

    describe('the past of an item on several marketplaces', () => {
      const [hour, begin] = [3_600_000, startOfTime - (startOfTime % day) - 2 * day];
      const on = (marketplaceId: number, name = 'Charted', phase: Variant | null = null): SeriesRef => ({
        ...{ marketplaceId, game: 'CS2', name, phase },
      });
      const item = { game: 'CS2', name: 'Charted', phase: null, marketplaceIds: null } as const;
      const query: HistoryQuery = {
        ...{ ...item, currency: 'USD', width: '1h', points: 500, sales: 10, salesSince: begin },
        ...{ since: begin, until: begin + 6 * hour },
      };
      const sold = (saleId: string, at: number, USD: number): StoredRow => ({
        table: 'sales',
        row: saleOf({
          ...{ name: 'Charted', marketplaceId: 2, saleId, soldAt: at, float: 0.25 },
          prices: { USD, EUR: null, CNY: null, RUB: null },
        }),
      });
      const written = [
        medianOf(on(2), begin - 5 * day, 90),
        // Medians after the first lowest ask are of no use
        medianOf(on(2), begin + 2 * hour, 91),
        medianOf(on(3), begin + hour, 95),
        floorOf(on(1), begin - hour, 100),
        floorOf(on(2), begin + 1.5 * hour, 80),
        floorOf(on(1, 'Charted', 'Ruby'), begin + hour, 5),
        floorOf(on(1), begin + 2 * hour, 100),
        sold('1', begin - 1, 60),
        sold('2', begin + hour, 70),
        sold('3', begin + hour + 1, 71),
      ];
      const accepted = [floorOf(on(2), begin + 3.5 * hour, null), sold('4', begin + 4 * hour, 72)];
      beforeAll(() => store.append(written));

      it('begins with the first lowest ask, and with the first price of any kind', async () => {
        const early = [floorOf(on(4), begin - 9 * day, 1), floorOf(on(4, 'Other'), 1, 1)];

        expect(await store.historyStart(item)).toEqual({ asks: begin - hour, prices: begin - 5 * day });
        expect((await store.historyStart(item, early)).asks).toBe(begin - 9 * day);
        expect((await store.historyStart({ ...item, marketplaceIds: [1, 2] }, early)).asks).toBe(begin - hour);
        expect(await store.historyStart({ ...item, marketplaceIds: [3] })).toEqual({
          asks: null,
          prices: begin + hour,
        });
        expect(await store.historyStart({ ...item, name: 'Unseen' })).toEqual({ asks: null, prices: null });
      });

      it('has the best, each line without what stays the same, medians from before, and sales', async () => {
        const found = await store.itemHistory(query, accepted);

        expect(
          found.best.map(({ at, open, low, close, count }) => [(at - begin) / hour, open, low, close, count]),
        ).toEqual([
          [1, 100, 80, 80, 1],
          [2, 80, 80, 80, 1],
          [3, 80, 80, 100, 1],
        ]);
        expect(found.lines).toEqual([
          { marketplaceId: 1, points: [{ at: begin, price: 100 }] },
          {
            marketplaceId: 2,
            points: [
              { at: begin + hour, price: 80 },
              { at: begin + 3 * hour, price: null },
            ],
          },
        ]);
        expect(found.medians).toEqual([{ marketplaceId: 3, points: [{ at: begin + hour, price: 95 }] }]);
        expect(found.sold.map(({ at, count, volume }) => [(at - begin) / hour, count, volume])).toEqual([
          [1, 2, 141],
          [4, 1, 72],
        ]);
        expect(found.sales.map(({ price, float }) => [price, float])).toEqual([
          [70, 0.25],
          [71, 0.25],
          [72, 0.25],
        ]);
        await store.append(accepted);
        expect(await store.itemHistory(query)).toEqual(found);
      });

      it('is limited to marketplaces, a number of points and the newest sales', async () => {
        const one = await store.itemHistory({ ...query, marketplaceIds: [1] });
        const none = await store.itemHistory({ ...query, marketplaceIds: [] });
        const few = await store.itemHistory({ ...query, points: 2, sales: 1 });

        expect(one.lines.map(({ marketplaceId }) => marketplaceId)).toEqual([1]);
        expect([one.sold, none.best, none.lines, none.sales]).toEqual([[], [], [], []]);
        expect(few.lines.map(({ points }) => points.map(({ at }) => (at - begin) / hour))).toEqual([[0], [0, 3]]);
        expect(few.sales.map(({ price }) => price)).toEqual([72]);
      });

      it('has weeks that begin on Monday', async () => {
        const monday = Date.UTC(2026, 0, 5);
        await store.append([floorOf(on(1, 'Weekly'), monday - 1, 10), floorOf(on(1, 'Weekly'), monday, 20)]);
        const range = { since: monday - 7 * day, until: monday + day };
        const found = await store.itemHistory({ ...query, ...range, name: 'Weekly', width: '1w' });

        expect(found.best.map(({ at, close }) => [at, close])).toEqual([
          [monday - 7 * day, 10],
          [monday, 20],
        ]);
      });
    });

    it('counts sales and the days that prices reach back', async () => {
      const location = { marketplaceId: 26, game: 'Rust', name: 'Wool Jacket' } as const;
      const { marketplaceId: id } = location;
      await store.append([
        { table: 'sales', row: saleOf({ ...location, saleId: '1' }) },
        { table: 'sales', row: saleOf({ ...location, saleId: '2' }) },
        floorOf({ ...location, phase: null }, startOfTime - 3 * day, 100),
      ]);
      await store.append([{ table: 'sales', row: saleOf({ ...location, saleId: '2' }) }]);

      const found = (await store.coverage()).filter((row) => row.marketplaceId === id);

      expect(found).toEqual([{ marketplaceId: id, game: 'Rust', salesCount: 2, priceHistoryDays: 3 }]);
    });

    const saleIds = async (name: string) =>
      (await store.sales({ game: 'CS2', name, marketplaceId: 4 }, 0)).map(({ saleId }) => saleId);

    it('stores unpaired surrogates as replacement characters instead of rejecting the batch', async () => {
      await store.append([{ table: 'sales', row: saleOf({ name: 'broken', saleId: 'half \ud83d id' }) }]);

      expect(await saleIds('broken')).toEqual(['half \ufffd id']);
    });

    it('rejects rows that the engine can never read with RowsRefused', async () => {
      const rows = [{ saleId: 'even' }, { saleId: 'odd', game: 'Chess' as Game }].map((change) =>
        saleOf({ ...change, name: 'refused' }),
      );

      await expect(store.append(rows.map((row) => ({ table: 'sales', row })))).rejects.toThrow(RowsRefused);
      expect(await saleIds('refused')).toEqual([]);
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
};
