import Type, { type Static, type TSchema } from 'typebox';
import { dealFlags, dealSorts, dealWays, games, offerSorts, Phase } from '../../schema/index.ts';

const OneOrMore = <S extends TSchema>(schema: S, description: string, most = 200) =>
  Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: most })], { description });

const nameOrNumber = Type.Union([Type.String({ minLength: 1 }), Type.Integer()]);
const share = { minimum: 0, maximum: 1 };
const subscriptionId = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Integer()]);

const place = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1 })]);
const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));

/** What deals are chosen by, as in GET /tape/deals. */
export const dealFields = {
  from: Type.Optional(OneOrMore(nameOrNumber, 'Of deals: marketplaces to buy on; those of `subscribeTo` unless said')),
  to: Type.Optional(OneOrMore(nameOrNumber, 'Of deals: marketplaces to sell on; those of `subscribeTo` unless said')),
  way: Type.Optional(
    Type.Enum(['any', ...dealWays], { description: 'Of deals: how it is sold, bid at once, list at the lowest ask' }),
  ),
  without: Type.Optional(OneOrMore(Type.Enum([...dealFlags]), 'Of deals: flags that no side may have')),
  sort: Type.Optional(
    Type.Enum([...dealSorts, ...offerSorts], {
      description: 'Of deals: what the best is, profit unless said. Of found: what comes first, price unless said',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description:
        'Of deals: so many of the best are told of each game, 50 unless said; one that falls behind is gone. Of found: the same of the first, 100 unless said',
    }),
  ),
  minProfit: amount('Of deals: least profit, in US dollars'),
  minPercent: amount('Of deals: least profit, in percent of what the buyer pays'),
  maxPrice: amount('Of deals: most that the buyer pays, in US dollars'),
  maxAgeSeconds: amount('Of deals: both sides confirmed by their marketplace within so many seconds'),
};

/** What else single offers are chosen by, as in GET /tape/offers. */
export const foundFields = {
  stickers: Type.Optional(
    OneOrMore(
      Type.String({ minLength: 1, maxLength: 256 }),
      'Of found: names of stickers that are on it, each as often as it must be there',
      10,
    ),
  ),
  maxStickerWear: Type.Optional(
    Type.Number({ ...share, description: 'Of found: how far these stickers may be scratched off; 0 is pristine' }),
  ),
  maxDaysTradeLocked: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 36_500,
      description: 'Of found: known to be tradable within so many days; 0 is now',
    }),
  ),
  belowOthersPercent: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Of found: costs at least so many percent less than the item, or its variant where that is known, on any other marketplace',
    }),
  ),
};

/** What a client sends to be told something. */
export const SubscriptionRequest = Type.Object(
  {
    subscribeTo: OneOrMore(
      nameOrNumber,
      'Marketplaces by name, alias or number, in any case; `all` or -1 is every one',
    ),
    games: OneOrMore(nameOrNumber, `Games by name or Steam app id (${games.join(', ')}); \`all\` or -1 is every one`),
    newFloorOnly: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Only offers that are, as they are told, strictly lower than every other of the item on its marketplace, and than what its list quotes. An item is all its Doppler variants together; whoever sees them, by `sequence` or `resume` or in `phases`, is told the lowest of each variant. Removed comes as without it',
      }),
    ),
    id: Type.Optional(
      Type.Union(subscriptionId.anyOf, {
        description: 'Name of the subscription; with one, a connection may hold many. The same name again replaces it',
      }),
    ),
    sequence: Type.Optional(
      Type.Boolean({ default: false, description: 'Messages carry epoch, sequence and a stable id' }),
    ),
    resume: Type.Optional(
      Type.Object(
        { epoch: Type.String(), sequence: Type.Integer({ minimum: 0 }) },
        {
          description:
            'Epoch and sequence of the last message: everything missed since is told first, or nothing of it',
        },
      ),
    ),
    replay: Type.Optional(
      Type.Object(
        {
          from: Type.Union(place.anyOf, {
            description:
              'What was told at this instant (Unix milliseconds, or ISO 8601 with a zone) or later, or after this epoch:sequence; `oldest` is all that is kept',
          }),
          to: Type.Optional(
            Type.Union(place.anyOf, {
              description:
                'Up to this instant, what was told at it excluded, or up to and with this epoch:sequence; without it what comes follows, without a gap',
            }),
          ),
          speed: Type.Optional(
            Type.Union([Type.Number({ minimum: 1 }), Type.Literal('max')], {
              default: 'max',
              description: 'How many times as fast as it happened, or `max` for as fast as it is read',
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'What was told before is told again, the same messages byte for byte, with the same filters and with epoch and sequence; then replayEnd. With `resume`, a replay that broke off goes on after that place',
        },
      ),
    ),
    snapshot: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'The offers on sale now come first, ended by snapshotEnd. What changed while they were sent is told after it, in order: an Updated or Removed may be of an offer that was not among them, or tell anew what they held already; the last message about an id is how it stands',
      }),
    ),
    events: Type.Optional(
      OneOrMore(
        Type.Enum(['Added', 'Updated', 'Removed']),
        'What is told of offers; Added and Updated unless said. With Removed, an offer that was told is told as removed once it is gone, or is no longer among what was asked for',
      ),
    ),
    channels: Type.Optional(
      OneOrMore(
        Type.Enum(['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches', 'best', 'deals', 'found']),
        'Offers unless said. best, deals and found tell how things stand: they have no place in the sequence and are not resumed; whoever asks for a snapshot is shown how they stand on every connection',
      ),
    ),
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Of best and found: words that must all occur in the name, in any case and order, or short forms of them',
      }),
    ),
    ...dealFields,
    ...foundFields,
    items: Type.Optional(OneOrMore(Type.String({ minLength: 1, maxLength: 256 }), 'Only items of these names', 5_000)),
    minPriceUSD: Type.Optional(Type.Number({ minimum: 0, description: 'Only from this price on' })),
    maxPriceUSD: Type.Optional(Type.Number({ minimum: 0, description: 'Only up to this price' })),
    minFloat: Type.Optional(
      Type.Number({ ...share, description: 'Only from this float on; unknown ones do not pass' }),
    ),
    maxFloat: Type.Optional(Type.Number({ ...share, description: 'Only up to this float; unknown ones do not pass' })),
    paintSeeds: Type.Optional(
      OneOrMore(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), 'Only these pattern numbers', 1_001),
    ),
    phases: Type.Optional(OneOrMore(Phase, 'Only these Doppler variants')),
    heartbeatSeconds: Type.Optional(
      Type.Number({ minimum: 1, maximum: 3_600, description: 'A heartbeat every so many seconds' }),
    ),
    conflate: Type.Optional(
      Type.Boolean({ default: false, description: 'When slow, the last state of each offer instead of every step' }),
    ),
  },
  {
    description:
      'Asks for a part of the stream. Only `subscribeTo` and `games` are needed; whoever sends nothing else is told subscribed, offer and error messages, and nothing else',
    examples: [{ subscribeTo: ['Buff163', 'CSFloat'], games: ['CS2'], newFloorOnly: false }],
  },
);
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;

export const UnsubscribeRequest = Type.Object(
  { unsubscribe: Type.Union(subscriptionId.anyOf, { description: 'Id of the subscription that ends' }) },
  { description: 'Ends one subscription of the connection' },
);

export const PingRequest = Type.Object(
  { type: Type.Literal('ping') },
  { description: 'Answered by pong, for clients that cannot send protocol pings' },
);

/** What clients send, by the names in AsyncAPI. */
export const streamRequests = {
  subscription: SubscriptionRequest,
  unsubscription: UnsubscribeRequest,
  ping: PingRequest,
} as const;
