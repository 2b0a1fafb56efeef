import Type, { type Static } from 'typebox';
import {
  dealFlags,
  dealPairs,
  dealSorts,
  dealWays,
  defaultWithout,
  games,
  offerSorts,
  Phase,
  payoutChoices,
} from '../../../schema/index.ts';
import { extrasRequest } from '../full/extras.ts';
import { WireItemTraits } from '../full/item-traits.ts';
import { OneOrMore } from '../one-or-more.ts';

const nameOrNumber = Type.Union([Type.String({ minLength: 1 }), Type.Integer()]);
const share = { minimum: 0, maximum: 1 };
const subscriptionId = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Integer()]);

const instant = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1 })]);
const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));

/** Filters of deals, as in GET /tape/deals. */
export const dealFields = {
  from: Type.Optional(OneOrMore(nameOrNumber, 'Deals: marketplaces to buy on; default: those of `subscribeTo`')),
  to: Type.Optional(OneOrMore(nameOrNumber, 'Deals: marketplaces to sell on; default: those of `subscribeTo`')),
  way: Type.Optional(
    Type.Enum(['any', ...dealWays], {
      description: 'Deals: how the item is sold. bid: immediately to a buy order; list: listed at the lowest ask',
    }),
  ),
  pairs: Type.Optional(
    Type.Enum([...dealPairs], {
      description: 'Deals: all pairs of marketplaces, or only the first deal of each item (best); default: best',
    }),
  ),
  without: Type.Optional(
    OneOrMore(
      Type.Enum(['none', ...dealFlags]),
      `Deals: exclude deals where a side has one of these flags, or none; default: ${defaultWithout.join(', ')}`,
    ),
  ),
  maxHoldDays: amount(
    'Deals: maximum days from buying until the money is free; where either hold is not known there is no deal',
  ),
  sort: Type.Optional(
    Type.Enum([...dealSorts, ...offerSorts], {
      description: 'Deals: what they are ranked by; default: profit. Found: order of the offers; default: price',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description:
        'Deals: number of best deals sent per game; default: 50. A deal that drops out of these is sent as removed. Found: likewise for the first offers; default: 100',
    }),
  ),
  minProfit: amount('Deals: minimum profit, in US dollars'),
  minPercent: amount('Deals: minimum profit, in percent of what the buyer pays'),
  maxPrice: amount('Deals: maximum that the buyer pays, in US dollars'),
  maxAgeSeconds: amount('Deals: maximum seconds since the marketplaces confirmed each side'),
};

/** Further filters of single offers, as in GET /tape/offers. */
export const foundFields = {
  stickers: Type.Optional(
    OneOrMore(
      Type.String({ minLength: 1, maxLength: 256 }),
      'Found: names of stickers that must be on the item; repeat a name to require it several times',
      10,
    ),
  ),
  maxStickerWear: Type.Optional(
    Type.Number({ ...share, description: 'Found: maximum wear of these stickers; 0 is pristine' }),
  ),
  ...extrasRequest('Found'),
  maxDaysTradeLocked: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 36_500,
      description: 'Found: only offers known to be tradable within this many days; 0 means now',
    }),
  ),
  belowOthersPercent: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Found: minimum percentage by which the offer is below the lowest ask on any other marketplace, of the same variant where it is known',
    }),
  ),
};

/** The message with which a client subscribes. */
export const SubscriptionRequest = Type.Object(
  {
    subscribeTo: OneOrMore(nameOrNumber, 'Marketplaces by name, alias or id, in any case; `all` or -1 means all'),
    games: OneOrMore(nameOrNumber, `Games by name or Steam app id (${games.join(', ')}); \`all\` or -1 means all`),
    newFloorOnly: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Only offers that, when sent, are strictly cheaper than every other offer of the item on their marketplace, and no dearer than its quoted lowest price. Doppler variants count as one item, unless the subscription sees variants through `sequence`, `resume` or `phases`: then the lowest offer of each variant is sent. Does not affect Removed',
      }),
    ),
    id: Type.Optional(
      Type.Union(subscriptionId.anyOf, {
        description:
          'Id of the subscription, chosen by the client; allows several subscriptions on one connection. Sending the same id again replaces that subscription',
      }),
    ),
    sequence: Type.Optional(
      Type.Boolean({ default: false, description: 'Adds epoch, sequence and a stable id to messages' }),
    ),
    resume: Type.Optional(
      Type.Object(
        {
          epoch: Type.String({ description: 'Epoch of the last message received' }),
          sequence: Type.Integer({ minimum: 0, description: 'Sequence of the last message received' }),
        },
        {
          description:
            'Epoch and sequence of the last message received. Everything missed since is sent first; if any of it is no longer kept, none of it is sent',
        },
      ),
    ),
    replay: Type.Optional(
      Type.Object(
        {
          from: Type.Union(instant.anyOf, {
            description:
              'Start: an instant (Unix milliseconds, or ISO 8601 with a time zone), inclusive; or epoch:sequence, exclusive; or `oldest` for everything that is kept',
          }),
          to: Type.Optional(
            Type.Union(instant.anyOf, {
              description:
                'End: an instant (Unix milliseconds, or ISO 8601 with a time zone), exclusive; or epoch:sequence, inclusive. Without it, live messages follow without a gap',
            }),
          ),
          speed: Type.Optional(
            Type.Union([Type.Number({ minimum: 1 }), Type.Literal('max')], {
              default: 'max',
              description: 'Multiple of the original speed, or `max` for as fast as the client reads',
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'Sends past messages again, byte for byte the same, with the filters of this subscription and with epoch and sequence, followed by replayEnd. Add `resume` to continue an interrupted replay after that position',
        },
      ),
    ),
    snapshot: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Sends the offers on sale now first, then snapshotEnd, then the changes made meanwhile, in order. Such an Updated or Removed can concern an offer that was not in the snapshot, or repeat what it held already; the last message about an id is its current state',
      }),
    ),
    events: Type.Optional(
      OneOrMore(
        Type.Enum(['Added', 'Updated', 'Removed']),
        'Events of offers to send; default: Added and Updated. With Removed, an offer sent before is sent as removed once it is gone or no longer matches the filters; one that is back within 15 minutes at its price is Updated',
      ),
    ),
    channels: Type.Optional(
      OneOrMore(
        Type.Enum(['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches', 'best', 'deals', 'found']),
        'Channels to send; default: offers. best, deals and found send current states: they have no sequence and cannot be resumed; with `snapshot`, every new connection starts with the current states',
      ),
    ),
    payout: Type.Optional(
      Type.Enum([...payoutChoices], {
        description:
          'Best and deals: what the marketplaces on which one sells pay out; any includes those of which it is not known; default: money',
      }),
    ),
    traits: WireItemTraits,
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Best and found: words that must all occur in the name, in any case and order; short forms are accepted',
      }),
    ),
    ...dealFields,
    ...foundFields,
    items: Type.Optional(
      OneOrMore(Type.String({ minLength: 1, maxLength: 256 }), 'Only items with these exact names', 5_000),
    ),
    minPriceUSD: Type.Optional(Type.Number({ minimum: 0, description: 'Minimum price in US dollars' })),
    maxPriceUSD: Type.Optional(Type.Number({ minimum: 0, description: 'Maximum price in US dollars' })),
    minFloat: Type.Optional(
      Type.Number({ ...share, description: 'Minimum float; excludes offers with an unknown float' }),
    ),
    maxFloat: Type.Optional(
      Type.Number({ ...share, description: 'Maximum float; excludes offers with an unknown float' }),
    ),
    paintSeeds: Type.Optional(
      OneOrMore(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), 'Only these paint seeds', 1_001),
    ),
    phases: Type.Optional(OneOrMore(Phase, 'Only these Doppler variants')),
    heartbeatSeconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 3_600,
        description: 'Interval of heartbeat messages in seconds; none if omitted',
      }),
    ),
    conflate: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'While this client is slow, send only the latest state of each offer instead of every change',
      }),
    ),
  },
  {
    description:
      'Subscribes to a part of the stream. Only `subscribeTo` and `games` are required; with nothing else, the client receives only subscribed, offer and error messages',
    examples: [{ subscribeTo: ['Buff163', 'CSFloat'], games: ['CS2'], newFloorOnly: false }],
  },
);
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;

export const UnsubscribeRequest = Type.Object(
  { unsubscribe: Type.Union(subscriptionId.anyOf, { description: 'Id of the subscription to end' }) },
  { description: 'Ends one subscription of the connection' },
);

export const PingRequest = Type.Object(
  { type: Type.Literal('ping') },
  { description: 'Answered by pong, for clients that cannot send protocol pings' },
);

/** Client messages by their name in AsyncAPI. */
export const streamRequests = {
  subscription: SubscriptionRequest,
  unsubscription: UnsubscribeRequest,
  ping: PingRequest,
} as const;
