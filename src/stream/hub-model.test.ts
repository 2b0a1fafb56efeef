import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { publishChanges, publishRecords } from '../../test/support/stream/publish.ts';
import {
  createRig,
  type Message,
  type PlayedReader,
  pricedOffer,
  type Rig,
  rigEpoch,
} from '../../test/support/stream/stream-rig.ts';
import {
  type Change,
  type Game,
  type LiveOffer,
  type NormalOffer,
  noPrices,
  type Prices,
  type UsdRange,
} from '../schema/index.ts';
import type { Happening } from '../tape/record.ts';
import type { Framing } from './framing.ts';

// The model knows only changes and subscriptions; it was written from the contract, not from the code

type ReaderRequest = {
  readonly subscribeTo: readonly number[];
  readonly games: readonly Game[];
  readonly newFloorOnly: boolean;
  readonly events: readonly string[];
  readonly channels: readonly string[];
  readonly items?: readonly string[];
  readonly minPriceUSD?: number;
  readonly maxPriceUSD?: number;
  readonly maxFloat?: number;
  readonly paintSeeds?: readonly number[];
};

const cents = (usd: number): number => Math.floor((usd + 5) / 10) / 100;

const lowest = ({ minPriceUSD }: ReaderRequest): number => minPriceUSD ?? 0;
const highest = ({ maxPriceUSD }: ReaderRequest): number => maxPriceUSD ?? Number.POSITIVE_INFINITY;

type PlayedTraits = Pick<LiveOffer, 'name' | 'float' | 'paintSeed' | 'purchaseLink' | 'prices'>;

const isShown = ({ purchaseLink, prices }: PlayedTraits): boolean => purchaseLink !== null && prices.USD !== null;

const isAbout = (
  request: ReaderRequest,
  { marketplaceId, game }: LiveOffer,
  { name, float, paintSeed }: PlayedTraits,
): boolean =>
  request.subscribeTo.includes(marketplaceId) &&
  request.games.includes(game) &&
  (request.items === undefined || request.items.includes(name)) &&
  (request.maxFloat === undefined || (float !== null && float <= request.maxFloat)) &&
  (request.paintSeeds === undefined || (paintSeed !== null && request.paintSeeds.includes(paintSeed)));

const isInside = (request: ReaderRequest, usd: number | null): boolean =>
  usd !== null && cents(usd) >= lowest(request) && cents(usd) <= highest(request);

const hasBeenInside = (request: ReaderRequest, range: UsdRange | null): boolean =>
  range !== null && cents(range.high) >= lowest(request) && cents(range.low) <= highest(request);

/** The message a reader gets for a change, or null. */
function expectedOf(request: ReaderRequest, happening: Happening): string | null {
  if (happening.what === 'change')
    return request.channels.includes('offers') ? expectedOffer(request, happening.change) : null;
  if (happening.what === 'gap')
    return isSentForSource(request, 'gaps', happening.gap) ? `gap ${happening.gap.to}` : null;
  if (happening.what !== 'batch' || !isSentForSource(request, 'batches', happening.batch)) return null;
  return `batch ${happening.batch.last}`;
}

const isSentForSource = (
  { channels, subscribeTo, games: wanted }: ReaderRequest,
  channel: string,
  { marketplaceId, game }: { readonly marketplaceId: number; readonly game: Game },
): boolean => channels.includes(channel) && subscribeTo.includes(marketplaceId) && wanted.includes(game);

/** The event and the offer of a change. */
function expectedOffer(request: ReaderRequest, change: Change): string | null {
  if (change.kind !== 'added' && change.kind !== 'updated' && change.kind !== 'removed') return null;
  const sent = eventOf(request, change);
  if (sent === null) return null;
  const [event, prices] = sent;
  const isRequested = request.events.includes(event.split(' ')[0] as string);
  return isRequested ? `${event} ${change.offer.offerId} ${cents(prices.USD as number)}` : null;
}

type OfferChange = Extract<Change, { readonly kind: 'added' | 'updated' | 'removed' }>;

/** The event, and the prices of its message. */
function eventOf(request: ReaderRequest, change: OfferChange): readonly [string, Prices] | null {
  const { offer } = change;
  const isIn = isShown(offer) && isAbout(request, offer, offer);
  if (change.kind === 'removed') {
    return isIn && hasBeenInside(request, change.usdRange) ? [`Removed ${change.reason}`, offer.prices] : null;
  }
  if (isIn && isInside(request, offer.prices.USD)) {
    if (request.newFloorOnly && !change.isNewFloor) return null;
    return [change.kind === 'added' ? 'Added' : 'Updated', offer.prices];
  }
  return change.kind === 'updated' ? leavingOf(request, change) : null;
}

function leavingOf(request: ReaderRequest, { offer, previous }: Extract<Change, { readonly kind: 'updated' }>) {
  const wasIn = isShown(previous) && isAbout(request, offer, previous) && hasBeenInside(request, previous.usdRange);
  return wasIn ? (['Removed outside', (isShown(offer) ? offer : previous).prices] as const) : null;
}

const summaryOf = (message: Message): string => {
  if (message.type === 'gap') return `gap ${(message['data'] as { to: number }).to * 1_000}`;
  if (message.type === 'batch') return `batch ${(message['data'] as { last: number }).last}`;
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

const requests: fc.Arbitrary<ReaderRequest> = fc
  .record(
    {
      subscribeTo: fc.subarray(marketplaceIds, { minLength: 1 }),
      games: fc.subarray(games, { minLength: 1 }),
      newFloorOnly: fc.boolean(),
      events: fc.constantFrom(['Added', 'Updated'], ['Added', 'Updated', 'Removed'], ['Removed'], ['Updated']),
      channels: fc.constantFrom(['offers'], ['offers'], ['offers', 'gaps'], ['offers', 'gaps', 'batches'], ['batches']),
      items: fc.subarray(names, { minLength: 1 }),
      minPriceUSD: fc.constantFrom(0, 1, 5),
      maxPriceUSD: fc.constantFrom(5, 8, 20),
      maxFloat: fc.constantFrom(0.3, 1),
      paintSeeds: fc.constantFrom([1], [1, 2, 3]),
    },
    { requiredKeys: ['subscribeTo', 'games', 'newFloorOnly', 'events', 'channels'] },
  )
  .map((request) => request as ReaderRequest);

type Step =
  | { readonly do: 'put'; readonly marketplaceId: number; readonly offers: readonly Put[] }
  | { readonly do: 'withdraw'; readonly marketplaceId: number; readonly game: Game; readonly offer: number }
  | { readonly do: 'sweep'; readonly marketplaceId: number; readonly game: Game }
  | { readonly do: 'source'; readonly marketplaceId: number; readonly game: Game; readonly isGap: boolean }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'run' }
  | { readonly do: 'take'; readonly reader: number; readonly writes: number }
  | { readonly do: 'cut'; readonly reader: number };

type Put = {
  readonly offer: number;
  readonly game: Game;
  readonly amount: number;
  /** Thousandths of a dollar per yuan; null when the price cannot be converted to dollars. */
  readonly rate: number | null;
  /** Changes the offer's asset, or removes its link. */
  readonly twist: number;
};

const put: fc.Arbitrary<Put> = fc.record({
  offer: fc.nat(7),
  game: fc.constantFrom(...games),
  amount: fc.constantFrom(994, 5_004, 5_005, 7_990, 25_000),
  rate: fc.constantFrom(null, 500, 1_000, 1_000, 1_600),
  twist: fc.constantFrom(0, 0, 0, 1, 2, 3),
});

function recordOf({ offer, game, amount, rate, twist }: Put): NormalOffer {
  const usd = rate === null ? null : Math.round((amount * rate) / 1_000);
  return pricedOffer(String(offer), 0, {
    game,
    price: { amount, currency: 'CNY' },
    prices: { ...noPrices, CNY: amount, USD: usd },
    name: names[(offer + twist) % names.length] as string,
    float: [null, 0.1, 0.5][(offer + twist) % 3] as number | null,
    paintSeed: [1, 4, null][(offer + twist) % 3] as number | null,
    ...(offer === 7 || twist === 3 ? { purchaseLink: null } : {}),
  });
}

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
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('source' as const),
        marketplaceId: fc.constantFrom(...marketplaceIds),
        game: fc.constantFrom(...games),
        isGap: fc.boolean(),
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

/** One reader over all its connections: it remembers the last sequence and resumes after it. */
class Follower {
  readonly request: ReaderRequest;
  readonly framing: Framing;
  readonly messages: Message[] = [];
  connection: PlayedReader;
  readonly #rig: Rig;
  #last: number | null = null;

  constructor(rig: Rig, request: ReaderRequest, framing: Framing) {
    this.#rig = rig;
    this.request = request;
    this.framing = framing;
    this.connection = this.#connect();
  }

  keep(): void {
    for (const message of this.connection.received.splice(0)) {
      if (['offer', 'gap', 'batch'].includes(message.type)) this.messages.push(message);
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
    reader.ask({ ...this.request, sequence: true, resume });
    return reader;
  }
}

const happeningsOf = (changes: readonly Change[]): Happening[] => changes.map((change) => ({ what: 'change', change }));

function ofSource({ marketplaceId, game, isGap }: Extract<Step, { readonly do: 'source' }>, at: number): Happening {
  const about = { marketplaceId, source: 'test', game };
  return isGap
    ? { what: 'gap', gap: { ...about, from: at, to: at * 1_000, reason: 'cut' } }
    : { what: 'batch', batch: { ...about, first: at, last: at } };
}

function perform(rig: Rig, step: Step, happened: Happening[], followers: readonly Follower[]): void {
  switch (step.do) {
    case 'put': {
      const records = step.offers.map(recordOf);
      happened.push(...happeningsOf(rig.put(records, step.marketplaceId)));
      return;
    }
    case 'withdraw': {
      const stamp = { marketplaceId: step.marketplaceId, source: 'test', at: rig.clock.at };
      const gone = { kind: 'withdrawal', game: step.game, offerId: String(step.offer), reason: 'sold' } as const;
      const made = rig.book.apply([gone], stamp);
      publishChanges(rig.hub, made);
      happened.push(...happeningsOf(made));
      return;
    }
    case 'sweep': {
      const scope = { marketplaceId: step.marketplaceId, game: step.game, kinds: ['offer'] as const };
      const made = allOf(rig.book.sweep({ ...scope, seenBefore: rig.clock.at - 500, at: rig.clock.at }));
      publishChanges(rig.hub, made);
      happened.push(...happeningsOf(made));
      return;
    }
    case 'source': {
      const happening = ofSource(step, happened.length + 1);
      publishRecords(rig.hub, [happening]);
      happened.push(happening);
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

describe('the stream', () => {
  it('sends every reader exactly its part of the log, however often it is cut and however slowly it reads', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(requests, { minLength: readerCount, maxLength: readerCount }),
        fc.array(fc.constantFrom<Framing>('socket', 'deflated', 'events', 'trunk', 'trunkDeflated'), {
          minLength: readerCount,
          maxLength: readerCount,
        }),
        (walked, wanted, framings) => {
          const rig = createRig({ settings: { outbox: { messages: 8, bytes: 4_000 } } });
          const followers = wanted.map((request, at) => new Follower(rig, request, framings[at] ?? 'socket'));
          const happened: Happening[] = [];

          for (const step of walked) perform(rig, step, happened, followers);
          rig.settle(followers.map(({ connection }) => connection));
          for (const follower of followers) follower.keep();

          for (const { request, messages } of followers) {
            expect(messages.map(summaryOf)).toEqual(
              happened.map((happening) => expectedOf(request, happening)).filter((one) => one !== null),
            );
            const sequences = messages.map(({ sequence }) => sequence as number);
            expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
          }
        },
      ),
      { numRuns: extent({ short: 80, long: 300 }) },
    );
  });
});
