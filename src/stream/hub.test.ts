import { describe, expect, it } from 'vitest';
import { publishChanges, publishRecords } from '../../test/support/stream/publish.ts';
import { createRig, type PlayedReader, pricedOffer, type Rig, rigEpoch } from '../../test/support/stream/stream-rig.ts';
import type { Game, LiveBuyOrder, NormalOffer } from '../schema/index.ts';

const all = { subscribeTo: 'all', games: 'all' };
const redline = 'AK-47 | Redline (Field-Tested)';

const idsOf = (reader: PlayedReader): unknown[] => reader.ofType('offer').map(({ id }) => id);

const manyOffers = (count: number, usd = 1_000) =>
  Array.from({ length: count }, (_, at) => pricedOffer(`o${at}`, usd + at));

/** Puts offers one at a time, so that each price is a separate change. */
const reprice = (rig: Rig, offerId: string, prices: readonly number[]): void => {
  for (const usd of prices) rig.put([pricedOffer(offerId, usd)]);
};

describe('resuming', () => {
  it('gives everything missed, or nothing and says so', () => {
    const rig = createRig();
    rig.put(manyOffers(5));
    rig.settle();
    const cases = [
      { resume: { epoch: rigEpoch, sequence: 2 }, recovered: true },
      { resume: { epoch: rigEpoch, sequence: rig.log.head }, recovered: true },
      { resume: { epoch: rigEpoch, sequence: rig.log.head + 1 }, recovered: false },
      { resume: { epoch: 'another', sequence: 2 }, recovered: false },
    ];
    const readers = cases.map(({ resume }) => {
      const reader = rig.reader();
      reader.ask({ ...all, resume });
      return reader;
    });
    rig.settle(readers);

    expect(readers.map((reader) => reader.received[0])).toEqual(
      cases.map(({ recovered }) => expect.objectContaining({ type: 'subscribed', epoch: rigEpoch, recovered })),
    );
    expect(readers.map((reader) => idsOf(reader).length)).toEqual([3, 0, 0, 0]);
  });

  it('gives others their turn while many catch up at once', () => {
    const rig = createRig();
    rig.put(manyOffers(5));
    rig.settle();
    const written = Array.from({ length: 40 }, () => 0);
    for (const at of written.keys()) {
      const write = () => {
        written[at] = (written[at] ?? 0) + 1;
        for (const until = performance.now() + 1; performance.now() < until; );
      };
      const line = rig.hub.connect({ write, close: () => {} }, 'socket');
      line.take(JSON.stringify({ ...all, resume: { epoch: rigEpoch, sequence: 2 } }));
    }
    expect(written).toEqual(written.map(() => 1));

    const caughtUp = () => written.filter((writes) => writes > 1).length;
    rig.step();
    expect(caughtUp()).toBeGreaterThan(0);
    expect(caughtUp()).toBeLessThan(10);
    for (let turn = 0; caughtUp() < written.length && turn < 1_000; turn += 1) rig.step();
    expect(written).toEqual(written.map(() => 2));
  });

  it('is refused as a whole when a part is no longer kept', () => {
    const rig = createRig({ limits: { keepMs: 0, keepCount: 3_000 } });
    for (let round = 0; round < 10; round += 1) {
      rig.clock.at += 1_000;
      rig.put(manyOffers(1_000, 1_000 * (round + 1)));
    }
    rig.settle();
    const [early, late] = [rig.reader(), rig.reader()];
    early.ask({ ...all, resume: { epoch: rigEpoch, sequence: rig.log.first - 2 } });
    late.ask({ ...all, resume: { epoch: rigEpoch, sequence: rig.log.first - 1 } });
    rig.settle([early, late]);

    expect(rig.log.first).toBeGreaterThan(1);
    expect(rig.log.head - rig.log.first).toBeGreaterThanOrEqual(3_000);
    expect(early.received).toEqual([expect.objectContaining({ recovered: false })]);
    expect(late.received[0]).toMatchObject({ recovered: true });
    expect(late.received.at(-1)).toMatchObject({ sequence: rig.log.head - 1 });
  });

  it('can start at the place that a REST answer named', () => {
    const rig = createRig();
    rig.put(manyOffers(2));
    const named = rig.log.head;
    const reader = rig.reader();
    // Nothing was sent to live readers yet
    reader.ask({ ...all, resume: { epoch: rigEpoch, sequence: named } });
    rig.put([pricedOffer('new', 5_000)]);
    rig.settle([reader]);

    expect(idsOf(reader)).toEqual(['1:CS2:new']);
  });

  it('by requests breaks off when another epoch begins meanwhile', async () => {
    const rig = createRig();
    rig.put(manyOffers(1_000));
    const asked = rig.hub.subscriptionRequestOf({ ...all, sequence: true });
    if (!('request' in asked)) throw asked;
    const lines = rig.hub.changesAfter(asked.request, 0, 10_000);
    expect((await lines.next()).done).toBe(false);
    rig.log.rename('e2');

    await expect(lines.next()).rejects.toThrow('no longer kept');
  });

  it('by requests reaches the head, even if only one sequence is new', async () => {
    const rig = createRig();
    rig.put(manyOffers(2));
    const asked = rig.hub.subscriptionRequestOf({ ...all, sequence: true });
    if (!('request' in asked)) throw asked;
    const pieces: Buffer[] = [];
    for await (const piece of rig.hub.changesAfter(asked.request, rig.log.head - 1, 10)) pieces.push(piece);

    const last = Buffer.concat(pieces).toString().trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ type: 'heartbeat', sequence: rig.log.head });
  });
});

describe('the words of messages', () => {
  const encodedOf = ({ log }: Rig): number => {
    let encoded = 0;
    for (const { segment, at } of log.since(log.first - 1) ?? []) if (segment.encodedLength(at) > 0) encoded += 1;
    return encoded;
  };

  it('are the same whether they are made when somebody reads them later or at once for a live reader', () => {
    const rig = createRig();
    const far = rig.reader();
    far.ask({ subscribeTo: [2], games: 'all', sequence: true });
    rig.put(manyOffers(50));
    rig.settle([far]);
    expect([far.ofType('offer').length, encodedOf(rig)]).toEqual([0, 0]);

    const near = rig.reader();
    near.ask({ ...all, sequence: true });
    rig.settle([near]);
    rig.put(manyOffers(30, 9_000));
    rig.settle([near]);
    expect([near.ofType('offer').length, encodedOf(rig)]).toEqual([30, 30]);

    const later = rig.reader();
    later.ask({ ...all, sequence: true, resume: { epoch: rigEpoch, sequence: 0 } });
    rig.settle([later]);
    expect(idsOf(later).slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => `1:CS2:o${at}`));
    expect(later.ofType('offer').slice(50)).toEqual(near.ofType('offer'));
    expect(encodedOf(rig)).toBe(80);
  });
});

describe('an offer', () => {
  const hour = 3_600_000;
  const lock = Date.UTC(2030, 0, 10, 12);
  const locked = {
    tradableAt: lock,
    inspectLink: 'steam://rungame/730/1/+csgo_econ_action_preview%20S1A2D3',
    stickers: [],
  };

  it.each<[string, Game, Partial<NormalOffer>, number]>([
    ['of another owner', 'CS2', { ownerId: '76561198000000002' }, 0],
    ['with a lock that ends on the same day', 'CS2', { tradableAt: lock - hour }, 0],
    ['with a lock that ends a day earlier', 'CS2', { tradableAt: lock - 24 * hour }, 1],
    ['with stickers', 'CS2', { stickers: [{ name: 'Crown (Foil)', wear: 0, slot: 1 }] }, 1],
    ['with another paint index', 'CS2', { paintIndex: 5 }, 1],
    ['with another paint index', 'Dota2', { paintIndex: 5 }, 0],
    ['with another seed, by which readers may choose', 'Dota2', { paintSeed: 5 }, 1],
    ['with another link', 'Dota2', { purchaseLink: 'https://example.test/other' }, 1],
  ])('%s in %s is sent as Updated only when its message changes', (_, game, more, updates) => {
    const rig = createRig();
    rig.clock.at = Date.UTC(2030, 0, 1);
    const readers = [rig.reader(), rig.reader()];
    for (const [at, reader] of readers.entries()) reader.ask({ ...all, sequence: at === 1 });
    rig.put([pricedOffer('a', 1_000, { game, ...locked })]);
    rig.clock.at += hour;
    rig.put([pricedOffer('a', 1_000, { game, ...locked, ...more })]);
    rig.settle(readers);

    for (const reader of readers)
      expect(reader.ofType('offer').map(({ eventType }) => eventType)).toEqual(
        ['Added', 'Updated'].slice(0, 1 + updates),
      );
    const [retained] = rig.book.offers(1, game, pricedOffer('a', 1).name);
    expect(retained).toMatchObject({ ...more, changedAt: rig.clock.at });
    const later = rig.reader();
    later.ask({ ...all, sequence: true, resume: { epoch: rigEpoch, sequence: 0 } });
    rig.settle([later]);
    expect(later.ofType('offer')).toHaveLength(1 + updates);
  });
});

describe('a snapshot', () => {
  it('comes first, ends with a sequence, and is followed by what happened since', () => {
    const rig = createRig();
    rig.put(manyOffers(700));
    rig.put([pricedOffer('hidden', 1_000, { purchaseLink: null })]);
    rig.settle();
    const reader = rig.reader();
    reader.ask({ ...all, items: [redline], snapshot: true, sequence: true, events: ['Added', 'Updated', 'Removed'] });
    const start = rig.log.head;
    rig.put([pricedOffer('late', 1_000)]);
    rig.settle([reader]);

    const types = reader.received.map(({ type, snapshot }) => (snapshot === true ? 'shown' : type));
    expect(types).toEqual(['subscribed', ...types.filter((type) => type === 'shown'), 'snapshotEnd', 'offer']);
    expect(new Set(idsOf(reader))).toEqual(
      new Set([...manyOffers(700).map(({ offerId }) => `1:CS2:${offerId}`), '1:CS2:late']),
    );
    expect(reader.ofType('snapshotEnd')[0]).toMatchObject({ epoch: rigEpoch, sequence: start });
    expect(reader.received.at(-1)).toMatchObject({ sequence: start + 1, id: '1:CS2:late' });
  });

  it('ends only once everything it showed is in the log', () => {
    const rig = createRig();
    rig.put(manyOffers(5));
    rig.pending.newest = rig.log.head + 1;
    rig.settle();
    const reader = rig.reader();
    reader.ask({ ...all, snapshot: true, sequence: true });
    rig.settle([reader]);
    expect(reader.ofType('offer')).toHaveLength(5);
    expect(reader.ofType('snapshotEnd')).toEqual([]);
    rig.put([pricedOffer('late', 1_000)]);
    rig.settle([reader]);

    expect(reader.received.map(({ type }) => type).slice(-2)).toEqual(['snapshotEnd', 'offer']);
    expect(reader.ofType('snapshotEnd')[0]).toMatchObject({ count: 5 });
  });

  it('has one timestamp for everything shown in a turn, which no other message has', () => {
    const rig = createRig();
    rig.put(manyOffers(3));
    rig.settle();
    const ask = () => {
      const readers = Array.from({ length: 500 }, () => rig.reader());
      for (const reader of readers) reader.ask({ ...all, snapshot: true });
      rig.settle(readers);
      return readers.flatMap((reader) => reader.ofType('offer').map(({ timestamp }) => Number(timestamp)));
    };
    const live = rig.reader();
    live.ask(all);
    const shown = ask();
    // As when records of another node change the book
    rig.book.apply([pricedOffer('unseen', 1_000)], { marketplaceId: 1, source: 'test', at: rig.clock.at });
    const shownBetween = ask();
    rig.put([pricedOffer('late', 1_000)]);
    rig.settle([live]);
    const shownLater = ask();

    const liveAt = Number(live.ofType('offer')[0]?.['timestamp']);
    expect([shown.length, shownBetween.length, shownLater.length]).toEqual([1_500, 2_000, 2_500]);
    expect(Math.min(...shownBetween)).toBeGreaterThan(Math.max(...shown));
    expect(liveAt).toBeGreaterThan(Math.max(...shownBetween));
    expect(Math.min(...shownLater)).toBeGreaterThan(liveAt);
    expect(Math.max(...shownLater) - rig.clock.at).toBeLessThan(500);
  });

  it('is not given again to a reader that could resume', () => {
    const rig = createRig();
    rig.put(manyOffers(3));
    const reader = rig.reader();
    reader.ask({ ...all, snapshot: true, resume: { epoch: rigEpoch, sequence: 2 } });
    rig.settle([reader]);

    expect(reader.received.map(({ type }) => type)).toEqual(['subscribed', 'offer']);
  });

  it('waits for the reader, so that a book of any size takes no memory', () => {
    const rig = createRig();
    rig.put(manyOffers(20_000));
    rig.settle();
    const reader = rig.reader();
    reader.ask({ ...all, snapshot: true });
    rig.settle();

    expect(reader.waitingBytes).toBeLessThan(1_200_000);
    expect(reader.waiting).toBeGreaterThan(0);
    rig.settle([reader]);
    expect(reader.ofType('snapshotEnd')[0]).toMatchObject({ count: 20_000 });
  });
});

describe('a slow reader', () => {
  it('costs no more than its outbox, reads on from the log, and misses nothing', () => {
    const rig = createRig({ settings: { outbox: { messages: 100, bytes: 1 << 20 } } });
    const reader = rig.reader();
    reader.ask({ ...all, sequence: true, heartbeatSeconds: 10 });
    rig.settle([reader]);
    rig.put(manyOffers(5_000));
    rig.settle();

    expect(reader.waiting).toBeLessThanOrEqual(100);
    rig.settle([reader]);
    expect(reader.ofType('offer')).toHaveLength(5_000);
    expect(reader.ending).toBeNull();
    rig.clock.at += 10_000;
    rig.tick();
    rig.settle([reader]);
    expect(reader.ofType('heartbeat')).toEqual([expect.objectContaining({ count: 5_000 })]);
  });

  it('gets an error and is closed when it reads nothing for long, or never catches up', () => {
    const rig = createRig({ settings: { outbox: { messages: 10, bytes: 1 << 20 } } });
    const [stalled, crawling, idle] = [rig.reader(), rig.reader(), rig.reader()];
    for (const reader of [stalled, crawling, idle])
      reader.ask({ ...all, ...(reader === idle ? { games: 'TF2' } : {}) });
    rig.settle([stalled, crawling, idle]);
    const lags: number[] = [];
    for (let second = 0; second < 40; second += 1) {
      rig.put(manyOffers(30, 1_000 + second * 50));
      rig.step();
      rig.step();
      rig.clock.at += 1_000;
      crawling.take(1);
      rig.tick();
      lags.push(rig.hub.stats().lagMs);
    }
    stalled.take();

    expect(stalled.ending).toMatchObject({
      ending: 'behind',
      reason: expect.stringContaining('read nothing for 30 s'),
    });
    expect(stalled.received.at(-1)).toMatchObject({ type: 'error', code: 'FELL_BEHIND' });
    expect(crawling.ending).toMatchObject({ ending: 'behind', reason: expect.stringContaining('could not keep up') });
    expect(idle.ending).toBeNull();
    expect(rig.hub.stats()).toMatchObject({ readers: 1, closedBehind: 2, lagMs: 0 });
    expect(Math.max(...lags)).toBe(30_000);
  });

  it('is closed when messages it had yet to read are no longer kept', () => {
    const rig = createRig({
      settings: { outbox: { messages: 10, bytes: 1 << 20 } },
      limits: { keepMs: 0, keepCount: 0 },
    });
    const reader = rig.reader();
    reader.ask(all);
    rig.settle([reader]);
    for (let round = 1; round < 6; round += 1) {
      rig.put(manyOffers(1_000, round * 1_000));
      rig.clock.at += 1_000;
    }
    rig.settle([reader]);

    expect(reader.ending).toMatchObject({ ending: 'behind', reason: expect.stringContaining('no longer kept') });
  });

  it('that asked for it gets the last state of each offer instead of every step', () => {
    const rig = createRig({ settings: { outbox: { messages: 10, bytes: 1 << 20 } } });
    const reader = rig.reader();
    reader.ask({ ...all, sequence: true, conflate: true });
    rig.settle([reader]);
    for (let price = 1_000; price < 1_300; price += 10) reprice(rig, price % 3 === 0 ? 'a' : 'b', [price]);
    rig.settle();
    const head = rig.log.head;
    rig.settle([reader]);

    const lagging = reader.ofType('lagging');
    const skipped = lagging.reduce((sum, message) => sum + Number(message['skipped']), 0);
    expect(lagging.length).toBeGreaterThan(0);
    expect(skipped + reader.ofType('offer').length).toBe(30);
    const last = new Map(reader.ofType('offer').map(({ id, data }) => [id, (data as { priceUSD: number }).priceUSD]));
    expect(Object.fromEntries(last)).toEqual({ '1:CS2:a': 1.29, '1:CS2:b': 1.28 });
    reprice(rig, 'a', [9_000]);
    rig.settle([reader]);
    expect(reader.received.at(-1)).toMatchObject({ sequence: head + 2 - 1 });
  });
});

describe('a reader that asks and never reads', () => {
  it.each([
    ['pings', () => ({ type: 'ping' })],
    ['subscriptions', () => all],
    ['mistakes', () => ({ subscribeTo: 'nobody' })],
  ])('is closed when the answers to its %s pile up', (_, ask) => {
    const rig = createRig();
    const reader = rig.reader();
    for (let at = 0; at < 10_000; at += 1) reader.ask(ask());

    expect(reader.ending).toMatchObject({ ending: 'behind' });
    expect(reader.waiting).toBeLessThan(2_100);
    expect(rig.hub.stats()).toMatchObject({ readers: 0, groups: 0 });
  });
});

describe('several subscriptions', () => {
  it('are told apart by their id and end one by one', () => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...all, id: 'cheap', maxPriceUSD: 2 });
    reader.ask({ ...all, id: 'rust', games: ['rust'] });
    rig.settle([reader]);
    rig.put([pricedOffer('a', 1_000), pricedOffer('b', 3_000), pricedOffer('c', 1_500, { game: 'Rust' })]);
    rig.settle([reader]);
    reader.ask({ unsubscribe: 'cheap' });
    rig.put([pricedOffer('d', 1_000), pricedOffer('e', 1_500, { game: 'Rust' })]);
    rig.settle([reader]);

    const seen = reader.received.map(({ type, subscription, data }) => [
      type,
      subscription,
      (data as { purchaseLink: string } | undefined)?.purchaseLink.slice(-1),
    ]);
    expect(seen.slice(0, 2)).toEqual([
      ['subscribed', 'cheap', undefined],
      ['subscribed', 'rust', undefined],
    ]);
    expect(seen.slice(2).filter(([, id]) => id === 'cheap')).toEqual([
      ['offer', 'cheap', 'a'],
      ['offer', 'cheap', 'c'],
      ['unsubscribed', 'cheap', undefined],
    ]);
    expect(seen.slice(2).filter(([, id]) => id === 'rust')).toEqual([
      ['offer', 'rust', 'c'],
      ['offer', 'rust', 'e'],
    ]);
  });
});

describe('a bound', () => {
  it.each([
    [
      'float',
      { minFloat: 0.15, maxFloat: 0.38 },
      [0.14999, 0.15, 0.2, 0.38, 0.38001].map((float) => ({ float, usd: 1_000 })),
    ],
    [
      'price',
      { minPriceUSD: 1.5, maxPriceUSD: 3.8 },
      [1_490, 1_500, 2_000, 3_800, 3_810].map((usd) => ({ float: 0, usd })),
    ],
  ])('of the %s belongs to what is wanted', (_, bounds, offers) => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...all, ...bounds, sequence: true });
    rig.settle([reader]);
    rig.put(offers.map(({ float, usd }, at) => pricedOffer(`o${at}`, usd, { float })));
    rig.settle([reader]);

    expect(idsOf(reader)).toEqual(['1:CS2:o1', '1:CS2:o2', '1:CS2:o3']);
  });
});

describe('a clock that is set', () => {
  it.each([-1, 1])('by %i hour closes no reader that is reading, and delays no heartbeat', (hours) => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...all, games: ['CS2'], heartbeatSeconds: 5 });
    rig.settle([reader]);
    rig.put(manyOffers(30, 1_000));
    rig.step();
    expect(reader.waiting).toBeGreaterThan(0);
    rig.clock.ahead = hours * 3_600_000;
    rig.clock.at += 5_000;
    rig.tick();
    expect(rig.hub.stats().lagMs).toBeLessThan(6_000);
    rig.settle([reader]);

    expect(reader.ending).toBeNull();
    expect(reader.ofType('heartbeat')).toMatchObject([{ timestamp: rig.clock.at + rig.clock.ahead }]);
  });
});

describe('a heartbeat', () => {
  it('says how far the reader is and how many messages it was sent', () => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...all, games: ['CS2'], heartbeatSeconds: 5 });
    rig.put([pricedOffer('a', 1_000), pricedOffer('b', 1_000), pricedOffer('c', 1_000, { game: 'TF2' })]);
    rig.settle([reader]);
    for (let second = 0; second < 11; second += 1) {
      rig.clock.at += 1_000;
      rig.tick();
    }
    rig.settle([reader]);

    expect(reader.ofType('heartbeat')).toHaveLength(2);
    expect(reader.ofType('heartbeat')[1]).toEqual({
      type: 'heartbeat',
      timestamp: rig.clock.at - 1_000,
      epoch: rigEpoch,
      sequence: rig.log.head,
      count: 2,
    });
  });
});

describe('the other channels', () => {
  const order: LiveBuyOrder = {
    game: 'CS2',
    name: redline,
    phase: null,
    marketplaceId: 1,
    orderId: 'w1',
    price: { amount: 900, currency: 'USD' },
    prices: { USD: 900, EUR: null, CNY: null, RUB: null },
    quantity: 3,
    foundAt: 5,
    changedAt: 5,
    seenAt: 5,
  };

  it('send sales, buy orders, floors, sources, gaps and readings to subscribers of each', () => {
    const rig = createRig();
    const [reader, plain] = [rig.reader(), rig.reader()];
    reader.ask({
      ...all,
      channels: ['sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches'],
      events: ['Added', 'Updated', 'Removed'],
      sequence: true,
    });
    plain.ask(all);
    const { kind: _, ...offer } = pricedOffer('a', 1_000);
    const sale = { ...offer, kind: 'sale' as const, saleId: 's1', soldAt: rig.clock.at - 1_000, marketplaceId: 1 };
    rig.put([pricedOffer('a', 1_000)]);
    publishRecords(rig.hub, [{ what: 'sale', sale }]);
    publishChanges(rig.hub, [
      { kind: 'ordered', at: 5, buyOrder: order },
      { kind: 'ordered', at: 9, buyOrder: order },
      { kind: 'orderRemoved', at: 9, buyOrder: order },
    ]);
    const source = { slug: 'buff163', source: 'offers', detail: 'refused', lastReadAt: null };
    publishRecords(rig.hub, [
      { what: 'source', source: { ...source, marketplaceId: 1, game: 'CS2', state: 'blocked' } },
    ]);
    const about = { marketplaceId: 1, source: 'offers', game: 'CS2' as const };
    publishRecords(rig.hub, [{ what: 'gap', gap: { ...about, from: 1_001, to: 5_001, reason: 'cut' } }]);
    publishRecords(rig.hub, [{ what: 'batch', batch: { ...about, first: 1, last: 4 } }]);
    rig.settle([reader, plain]);

    expect(reader.received.slice(1).map(({ type, eventType, id }) => [type, eventType, id])).toEqual([
      ['price', undefined, `1:CS2:${redline}`],
      ['sale', undefined, '1:CS2:s1'],
      ['buyOrder', 'Added', '1:CS2:w1'],
      ['buyOrder', 'Updated', '1:CS2:w1'],
      ['buyOrder', 'Removed', '1:CS2:w1'],
      ['source', undefined, 'buff163/offers/CS2'],
      ['gap', undefined, 'buff163/offers/CS2/1001'],
      ['batch', undefined, 'buff163/offers/CS2'],
    ]);
    expect(reader.received[1]?.['data']).toMatchObject({ name: redline, priceUSD: 1, offerCount: 1 });
    expect(reader.received.at(-3)?.['data']).toMatchObject({ source: 'offers', state: 'blocked' });
    expect(reader.received.at(-2)?.['data']).toEqual({ source: 'offers', from: 1, to: 6, reason: 'cut' });
    expect(reader.received.at(-1)?.['data']).toEqual({ source: 'offers', first: 1, last: 4 });
    expect(plain.received.map(({ type }) => type)).toEqual(['subscribed', 'offer']);
  });

  it('send messages about sources whatever the item and price filters, and are skipped by readers that resume without them', () => {
    const rig = createRig();
    const [reader, plain] = [rig.reader(), rig.reader()];
    reader.ask({
      ...all,
      games: 'CS2',
      channels: ['offers', 'gaps'],
      items: ['nothing'],
      maxPriceUSD: 1,
      sequence: true,
    });
    plain.ask({ ...all, sequence: true });
    rig.put([pricedOffer('a', 2_000)]);
    const gap = { source: 'offers', from: 1_000, to: 2_000, reason: 'silent' } as const;
    publishRecords(rig.hub, [{ what: 'gap', gap: { ...gap, marketplaceId: 1, game: 'CS2' } }]);
    publishRecords(rig.hub, [{ what: 'gap', gap: { ...gap, marketplaceId: 1, game: 'Rust' } }]);
    publishRecords(rig.hub, [
      { what: 'batch', batch: { ...gap, marketplaceId: 1, game: 'CS2', first: null, last: null } },
    ]);
    rig.settle([reader, plain]);
    rig.put([pricedOffer('b', 3_000)]);
    rig.settle([reader, plain]);

    expect(reader.received.slice(1).map(({ type, game }) => [type, game])).toEqual([['gap', 'CS2']]);
    const [, first, second] = plain.received;
    expect([first, second].map((message) => message?.type)).toEqual(['offer', 'offer']);
    const later = rig.reader();
    later.ask({ ...all, resume: { epoch: first?.['epoch'], sequence: first?.['sequence'] } });
    rig.settle([later]);
    expect(later.received[0]).toMatchObject({ type: 'subscribed', recovered: true });
    expect(later.received.slice(1)).toEqual([second]);
  });
});

describe('sending to many readers', () => {
  it('encodes once for equal subscriptions and sends what came together in one write', () => {
    const rig = createRig();
    const writes: Buffer[][] = [];
    for (let at = 0; at < 50; at += 1) {
      const mine: Buffer[] = [];
      writes.push(mine);
      const connection = rig.hub.connect(
        {
          write: (bytes, written) => {
            mine.push(bytes);
            written();
          },
          close: () => {},
        },
        'socket',
      );
      connection.take(JSON.stringify(all));
      mine.length = 0;
    }
    rig.put(manyOffers(100));
    rig.settle();

    expect(rig.hub.stats().groups).toBe(1);
    expect(writes.map((mine) => mine.length)).toEqual(writes.map(() => 1));
    expect(new Set(writes.map(([bytes]) => bytes)).size).toBe(1);
  });

  it('forgets who has gone', () => {
    const rig = createRig();
    const readers = Array.from({ length: 20 }, () => rig.reader());
    for (const [at, reader] of readers.entries())
      reader.ask({ ...all, items: [`Item ${at % 3}`], maxPriceUSD: 1 + at });
    expect(rig.hub.stats()).toMatchObject({ readers: 20, groups: 20 });
    for (const reader of readers) reader.cut();
    expect(rig.hub.stats()).toMatchObject({ readers: 0, groups: 0 });
  });
});
