import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRig,
  type Message,
  type PlayedReader,
  pricedOffer,
  type Rig,
  rigEpoch,
} from '../../test/support/stream-rig.ts';
import type { Change, Game, LiveOffer } from '../schema/index.ts';
import type { Framing } from './framing.ts';

// The model knows changes and wishes only; it was written from what the stream promises, not from how it is done

type Wish = {
  readonly subscribeTo: readonly number[];
  readonly games: readonly Game[];
  readonly newFloorOnly: boolean;
  readonly events: readonly string[];
  readonly items?: readonly string[];
  readonly minPriceUSD?: number;
  readonly maxPriceUSD?: number;
  readonly maxFloat?: number;
  readonly paintSeeds?: readonly number[];
};

const cents = (usd: number): number => Math.floor((usd + 5) / 10) / 100;

const isInside = ({ minPriceUSD, maxPriceUSD }: Wish, usd: number | null, slack = 0): boolean =>
  usd !== null && usd >= (minPriceUSD ?? 0) * (1 - slack) && usd <= (maxPriceUSD ?? 1e9) * (1 + slack);

const isAbout = (wish: Wish, offer: LiveOffer): boolean =>
  wish.subscribeTo.includes(offer.marketplaceId) &&
  wish.games.includes(offer.game) &&
  (wish.items === undefined || wish.items.includes(offer.name)) &&
  (wish.maxFloat === undefined || (offer.float !== null && offer.float <= wish.maxFloat)) &&
  (wish.paintSeeds === undefined || (offer.paintSeed !== null && wish.paintSeeds.includes(offer.paintSeed)));

/** What a reader is told of a change: the event and the offer, or null. */
function told(wish: Wish, change: Change): string | null {
  if (change.kind !== 'added' && change.kind !== 'updated' && change.kind !== 'removed') return null;
  const { offer } = change;
  if (offer.purchaseLink === null || offer.prices.USD === null || !isAbout(wish, offer)) return null;
  const event = `${change.kind[0]?.toUpperCase()}${change.kind.slice(1)}`;
  const hasBounds = wish.minPriceUSD !== undefined || wish.maxPriceUSD !== undefined;
  if (hasBounds && !isInside(wish, cents(offer.prices.USD))) {
    const hasLeft =
      change.kind === 'updated' &&
      wish.events.includes('Removed') &&
      change.formerPrices.USD !== null &&
      isInside(wish, cents(change.formerPrices.USD), 0.1);
    return hasLeft ? `Removed outside ${offer.offerId} ${cents(offer.prices.USD)}` : null;
  }
  if (!wish.events.includes(event)) return null;
  if (change.kind === 'removed') return `Removed ${change.reason} ${offer.offerId} ${cents(offer.prices.USD)}`;
  if (wish.newFloorOnly && !change.isNewFloor) return null;
  return `${event} ${offer.offerId} ${cents(offer.prices.USD)}`;
}

const heard = (message: Message): string => {
  const { eventType, reason, id, data } = message as unknown as {
    eventType: string;
    reason?: string;
    id: string;
    data: { priceUSD: number };
  };
  return [eventType, reason, id.split(':')[2], data.priceUSD].filter((part) => part !== undefined).join(' ');
};

const names = ['AK-47 | Redline (Field-Tested)', '★ Karambit | Doppler (Factory New)', 'Chroma Case'];
const marketplaceIds = [1, 2, 3];
const games: Game[] = ['CS2', 'Rust'];

const wishes: fc.Arbitrary<Wish> = fc
  .record(
    {
      subscribeTo: fc.subarray(marketplaceIds, { minLength: 1 }),
      games: fc.subarray(games, { minLength: 1 }),
      newFloorOnly: fc.boolean(),
      events: fc.constantFrom(['Added', 'Updated'], ['Added', 'Updated', 'Removed'], ['Removed'], ['Updated']),
      items: fc.subarray(names, { minLength: 1 }),
      minPriceUSD: fc.constantFrom(0, 1, 5),
      maxPriceUSD: fc.constantFrom(5, 8, 20),
      maxFloat: fc.constantFrom(0.3, 1),
      paintSeeds: fc.constantFrom([1], [1, 2, 3]),
    },
    { requiredKeys: ['subscribeTo', 'games', 'newFloorOnly', 'events'] },
  )
  .map((wish) => wish as Wish);

type Step =
  | { readonly do: 'put'; readonly marketplaceId: number; readonly offers: readonly Put[] }
  | { readonly do: 'withdraw'; readonly marketplaceId: number; readonly game: Game; readonly offer: number }
  | { readonly do: 'sweep'; readonly marketplaceId: number; readonly game: Game }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'run' }
  | { readonly do: 'take'; readonly reader: number; readonly writes: number }
  | { readonly do: 'cut'; readonly reader: number };

type Put = {
  readonly offer: number;
  readonly game: Game;
  readonly name: number;
  readonly usd: number;
  readonly float: number | null;
  readonly seed: number | null;
};

const put: fc.Arbitrary<Put> = fc.record({
  offer: fc.nat(7),
  game: fc.constantFrom(...games),
  name: fc.nat(names.length - 1),
  usd: fc.constantFrom(994, 1_000, 3_000, 5_004, 5_005, 7_990, 9_000, 25_000),
  float: fc.constantFrom(null, 0.1, 0.5),
  seed: fc.constantFrom(null, 1, 4),
});

const readerCount = 4;
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('put' as const),
        marketplaceId: fc.constantFrom(...marketplaceIds),
        offers: fc.array(put, { minLength: 1, maxLength: 12 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('withdraw' as const),
        marketplaceId: fc.constantFrom(...marketplaceIds),
        game: fc.constantFrom(...games),
        offer: fc.nat(7),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('sweep' as const),
        marketplaceId: fc.constantFrom(...marketplaceIds),
        game: fc.constantFrom(...games),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.nat(2_000) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('run' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('take' as const), reader: fc.nat(readerCount - 1), writes: fc.nat(4) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), reader: fc.nat(readerCount - 1) }) },
  ),
  { maxLength: 60 },
);

/** One reader over all its connections: it remembers the last sequence and asks for the rest. */
class Follower {
  readonly wish: Wish;
  readonly framing: Framing;
  readonly messages: Message[] = [];
  connection: PlayedReader;
  readonly #rig: Rig;
  #last: number | null = null;

  constructor(rig: Rig, wish: Wish, framing: Framing) {
    this.#rig = rig;
    this.wish = wish;
    this.framing = framing;
    this.connection = this.#connect();
  }

  keep(): void {
    for (const message of this.connection.received.splice(0)) {
      if (message.type === 'offer') this.messages.push(message);
      if (typeof message['sequence'] === 'number') this.#last = message['sequence'];
      if (message.type === 'subscribed' && this.#last !== null && 'recovered' in message) {
        expect(message['recovered']).toBe(true);
      }
    }
  }

  cut(): void {
    this.connection.cut();
    this.keep();
    this.connection = this.#connect();
  }

  #connect(): PlayedReader {
    const reader = this.#rig.reader(this.framing);
    const resume = this.#last === null ? { epoch: rigEpoch, sequence: 0 } : { epoch: rigEpoch, sequence: this.#last };
    reader.ask({ ...this.wish, sequence: true, resume });
    return reader;
  }
}

function perform(rig: Rig, step: Step, changes: Change[], followers: readonly Follower[]): void {
  switch (step.do) {
    case 'put': {
      const records = step.offers.map(({ offer, game, name, usd, float, seed }) =>
        pricedOffer(String(offer), usd, {
          game,
          name: names[name] as string,
          float,
          paintSeed: seed,
          ...(offer === 7 ? { purchaseLink: null } : {}),
        }),
      );
      changes.push(...rig.put(records, step.marketplaceId));
      return;
    }
    case 'withdraw': {
      const stamp = { marketplaceId: step.marketplaceId, source: 'test', at: rig.clock.at };
      const gone = { kind: 'withdrawal', game: step.game, offerId: String(step.offer), reason: 'sold' } as const;
      const made = rig.shelf.apply([gone], stamp);
      rig.hub.publish(made);
      changes.push(...made);
      return;
    }
    case 'sweep': {
      const scope = { marketplaceId: step.marketplaceId, game: step.game, kinds: ['offer'] as const };
      const made = rig.shelf.sweep({ ...scope, seenBefore: rig.clock.at - 500, at: rig.clock.at });
      rig.hub.publish(made);
      changes.push(...made);
      return;
    }
    case 'pass':
      rig.clock.at += step.milliseconds;
      return;
    case 'run':
      rig.step();
      return;
    case 'take':
      followers[step.reader]?.connection.take(step.writes);
      followers[step.reader]?.keep();
      return;
    case 'cut':
      followers[step.reader]?.cut();
  }
}

/** The same offer is the same item all its life: bounds of price alone can be left. */
const withFixedNature = (step: Step): Step => {
  if (step.do !== 'put') return step;
  const offers = step.offers.map((one) => ({
    ...one,
    name: one.offer % names.length,
    float: [null, 0.1, 0.5][one.offer % 3] ?? null,
    seed: [1, 4][one.offer % 2] ?? null,
  }));
  return { ...step, offers };
};

function mirrorOf(messages: readonly Message[]): Record<string, number> {
  const mirror = new Map<string, number>();
  for (const { eventType, id, data } of messages) {
    if (eventType === 'Removed') mirror.delete(id as string);
    else mirror.set(id as string, (data as { priceUSD: number }).priceUSD);
  }
  return Object.fromEntries(mirror);
}

function onSale({ shelf }: Rig, wish: Wish): Record<string, number> {
  const offers = wish.games.flatMap((game) =>
    names.flatMap((name) => wish.subscribeTo.flatMap((id) => shelf.offers(id, game, name))),
  );
  return Object.fromEntries(
    offers
      .filter(
        (offer) => offer.purchaseLink !== null && isAbout(wish, offer) && isInside(wish, cents(offer.prices.USD ?? 0)),
      )
      .map((offer) => [`${offer.marketplaceId}:${offer.game}:${offer.offerId}`, cents(offer.prices.USD ?? 0)]),
  );
}

describe('the stream', () => {
  it('tells every reader exactly its part of the log, however often it is cut and however slowly it reads', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(wishes, { minLength: readerCount, maxLength: readerCount }),
        fc.array(fc.constantFrom<Framing>('socket', 'deflated', 'events'), {
          minLength: readerCount,
          maxLength: readerCount,
        }),
        (walked, wanted, framings) => {
          const rig = createRig({ settings: { outbox: { messages: 8, bytes: 4_000 } } });
          const followers = wanted.map((wish, at) => new Follower(rig, wish, framings[at] ?? 'socket'));
          const changes: Change[] = [];

          for (const step of walked) perform(rig, step, changes, followers);
          rig.settle(followers.map(({ connection }) => connection));
          for (const follower of followers) follower.keep();

          for (const { wish, messages } of followers) {
            expect(messages.map(heard)).toEqual(
              changes.map((change) => told(wish, change)).filter((one) => one !== null),
            );
            const sequences = messages.map(({ sequence }) => sequence as number);
            expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lets a reader mirror what is on sale from a snapshot and what follows', () => {
    fc.assert(
      fc.property(steps, wishes, fc.nat(60), (walked, wish, start) => {
        const rig = createRig({ settings: { outbox: { messages: 8, bytes: 4_000 } } });
        const full = { ...wish, newFloorOnly: false, events: ['Added', 'Updated', 'Removed'] };
        const ofOneKind = walked.map(withFixedNature);
        for (const step of ofOneKind.slice(0, start)) perform(rig, step, [], []);
        const reader = rig.reader();
        reader.ask({ ...full, snapshot: true, sequence: true });
        for (const step of ofOneKind.slice(start)) {
          perform(rig, step, [], []);
          if (step.do === 'take') reader.take(step.writes);
        }
        rig.settle([reader]);

        expect(mirrorOf(reader.ofType('offer'))).toEqual(onSale(rig, full));
        expect(reader.ofType('snapshotEnd')).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});
