import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { publishChanges } from '../../test/support/stream/publish.ts';
import { createRig, type Message, pricedOffer } from '../../test/support/stream/stream-rig.ts';
import type { Phase } from '../schema/index.ts';
import { createSeededRandom } from '../stage/market/seeded-random.ts';

const steps = extent({ short: 6_000, long: 36_000 });

type Data = { readonly name: string; readonly purchaseLink: string; readonly priceUSD: number };
type Standing = { readonly item: string; readonly phase: Phase | null; readonly usd: number };

const names = ['★ Karambit | Doppler (Factory New)', '★ Bayonet | Gamma Doppler (Factory New)', 'Chroma Case'];
const phases: readonly (Phase | null)[] = ['Ruby', 'Phase 1', 'Phase 2', null];
const subscription = { subscribeTo: 'all', games: ['CS2'] };
const events = ['Added', 'Updated', 'Removed'];

const keyOf = ({ timestamp, marketplace, data }: Message): string => {
  const { purchaseLink, priceUSD } = data as Data;
  return `${marketplace} ${purchaseLink} at ${timestamp}: ${priceUSD}`;
};

/**
 * The messages that are new floors, computed from a copy of the offers built from the messages only. One that returns at its
 * price was a floor before, if it is one.
 */
function floorsIn(messages: readonly Message[], isPeer: (one: Standing, other: Standing) => boolean): string[] {
  const copy = new Map<string, Standing>();
  const sold = new Map<string, number | null>();
  const floors: string[] = [];
  for (const message of messages) {
    const id = message['id'] as string;
    const { name, priceUSD } = message['data'] as Data;
    const offer = { item: `${message['marketplace']} ${name}`, phase: message['phase'] as Phase | null, usd: priceUSD };
    copy.delete(id);
    if (message['reason'] === 'sold') sold.set(id, priceUSD);
    if (message['eventType'] === 'Removed') continue;
    const isReturned = sold.get(id) === priceUSD;
    sold.delete(id);
    const isFloor = !isReturned && [...copy.values()].every((other) => !isPeer(offer, other) || offer.usd < other.usd);
    if (isFloor) floors.push(keyOf(message));
    copy.set(id, offer);
  }
  return floors;
}

const isSameItem = (one: Standing, other: Standing): boolean => one.item === other.item;
const isSameVariant = (one: Standing, other: Standing): boolean => isSameItem(one, other) && one.phase === other.phase;

describe('new floors', () => {
  it('are those of the item for readers without phases, and of the variant for readers with them', () => {
    const chance = createSeededRandom(5);
    let drawn = 0;
    const pick = <Value>(from: readonly Value[]): Value => {
      drawn += 1;
      return from[Math.floor(chance.of(drawn) * from.length)] as Value;
    };
    const rig = createRig({ settings: { outbox: { messages: 10_000, bytes: 1 << 24 } } });
    const [all, plain, plainWithRemoved, numbered, ruby] = [
      { ...subscription, events, sequence: true },
      { ...subscription, newFloorOnly: true },
      { ...subscription, newFloorOnly: true, events },
      { ...subscription, newFloorOnly: true, sequence: true },
      { ...subscription, newFloorOnly: true, phases: ['Ruby'] },
    ].map((request) => {
      const reader = rig.reader();
      reader.ask(request);
      return reader;
    });
    if (!all || !plain || !plainWithRemoved || !numbered || !ruby) throw new Error('five readers were asked for');

    for (let step = 0; step < steps; step += 1) {
      rig.clock.at += 1;
      const marketplaceId = pick([1, 2, 3]);
      const offerId = String(pick(ids));
      const lapsed = pick([...Array.from({ length: 30 }, () => false), true]);
      const { price, prices, ...rest } = pricedOffer(offerId, 10 * pick(cents));
      // Few distinct prices, so that many are equal
      const record = { ...rest, price, prices: lapsed ? { ...prices, USD: null } : prices };
      const gone = { kind: 'withdrawal', game: 'CS2', offerId, reason: 'sold' } as const;
      const dice = pick(ids);
      if (dice < 5)
        publishChanges(rig.hub, rig.book.apply([gone], { marketplaceId, source: 'test', at: rig.clock.at }));
      else rig.put([{ ...record, name: pick(names), phase: pick(phases) }], marketplaceId);
      if (drawn % 500 === 0) rig.settle([all, plain, plainWithRemoved, numbered, ruby]);
    }
    rig.settle([all, plain, plainWithRemoved, numbered, ruby]);

    const received = all.ofType('offer');
    expect(received.length).toBeGreaterThan((steps * 5) / 6);
    const ofItems = floorsIn(received, isSameItem);
    const ofVariants = floorsIn(received, isSameVariant);
    expect(ofVariants.length).toBeGreaterThan(1.5 * ofItems.length);
    expect(plain.ofType('offer').map(keyOf)).toEqual(ofItems);
    expect(
      plainWithRemoved
        .ofType('offer')
        .filter(({ eventType }) => eventType !== 'Removed')
        .map(keyOf),
    ).toEqual(ofItems);
    expect(numbered.ofType('offer').map(keyOf)).toEqual(ofVariants);
    const rubies = new Set(received.filter(({ phase }) => phase === 'Ruby').map(keyOf));
    expect(ruby.ofType('offer').map(keyOf)).toEqual(ofVariants.filter((key) => rubies.has(key)));
  });

  it('are only strictly lower prices, compared with what is left once the cheapest is gone', () => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...subscription, newFloorOnly: true });
    const put = (offerId: string, usd: number, phase: Phase | null) => rig.put([pricedOffer(offerId, usd, { phase })]);
    put('a', 5_000, 'Ruby');
    put('b', 5_000, 'Phase 1');
    put('c', 6_000, null);
    put('b', 4_000, 'Phase 1');
    publishChanges(
      rig.hub,
      rig.book.apply([{ kind: 'withdrawal', game: 'CS2', offerId: 'b', reason: 'sold' }], {
        marketplaceId: 1,
        source: 'test',
        at: rig.clock.at,
      }),
    );
    put('c', 4_500, null);
    put('d', 4_500, 'Phase 2');
    rig.settle([reader]);

    expect(reader.ofType('offer').map(({ data }) => (data as Data).priceUSD)).toEqual([5, 4, 4.5]);
  });

  it('are not above the quote, unless the offers were read after it; the first offer at that price is the one quoted', () => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...subscription, newFloorOnly: true });
    const { name, game, phase, price, prices } = pricedOffer('', 5_000);
    const stamp = () => ({ marketplaceId: 1, source: 'test', at: rig.clock.at });
    const quote = { kind: 'quote', name, game, phase, lowest: price, prices, offerCount: 20 } as const;
    const about = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    publishChanges(rig.hub, rig.book.apply([{ ...quote, ...about }], stamp()));
    const put = (offerId: string, usd: number) => {
      rig.clock.at += 1;
      rig.put([pricedOffer(offerId, usd)]);
    };
    put('a', 6_000);
    put('b', 5_000);
    put('again', 5_000);
    put('a', 5_000);
    put('c', 4_900);
    rig.clock.at += 1;
    const { at } = rig.clock;
    const seen = { marketplaceId: 1, game, kinds: ['offer'], seenBefore: at, at } as const;
    publishChanges(rig.hub, allOf(rig.book.sweep(seen)));
    put('d', 7_000);
    rig.settle([reader]);

    expect(reader.ofType('offer').map(({ data }) => (data as Data).priceUSD)).toEqual([5, 4.9, 7]);
  });

  it('are not sent again when something besides the price of the cheapest offer changes', () => {
    const rig = createRig();
    const reader = rig.reader();
    reader.ask({ ...subscription, newFloorOnly: true });
    rig.put([pricedOffer('a', 5_000, { purchaseLink: null })]);
    rig.put([pricedOffer('a', 5_000)]);
    rig.put([pricedOffer('a', 5_000, { float: 0.1 })]);
    rig.put([pricedOffer('a', 4_000, { float: 0.1 })]);
    rig.settle([reader]);

    expect(reader.ofType('offer').map(({ data }) => (data as Data).priceUSD)).toEqual([5, 4]);
  });
});

const ids = Array.from({ length: 40 }, (_, at) => at);
const cents = Array.from({ length: 60 }, (_, at) => 100 + at);
