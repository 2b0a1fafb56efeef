import Type, { type Static } from 'typebox';
import { Game, Phase, removalReasons } from '../../schema/index.ts';
import { ItemHead } from './item.ts';
import { OrNull } from './or-null.ts';
import {
  BatchData,
  BestData,
  BuyOrderData,
  CS2OfferData,
  Dota2OfferData,
  GapData,
  PriceData,
  RustOfferData,
  SaleData,
  SourceData,
  TF2OfferData,
} from './stream-data.ts';
import { WireDeal } from './tape/deal.ts';
import { WireFoundOffer } from './tape/found-offer.ts';

const milliseconds = Type.Integer({
  minimum: 0,
  description: 'When it was sent, Unix time in milliseconds; it rises from one message about a link to the next',
  examples: [1_790_000_000_000],
});
const sentAt = Type.Integer({ minimum: 0, description: 'When it was sent, Unix time in milliseconds' });
const sequence = Type.Integer({ minimum: 0, description: 'Place in the one sequence of all changes of this epoch' });
const epoch = Type.String({
  description: 'Names one numbering, which goes on over restarts; sequences of two epochs have no relation',
});
const count = Type.Integer({ minimum: 0, description: 'Messages sent to this subscription so far' });

const offersTold = Type.Integer({ minimum: 0, description: 'Offers that the snapshot held' });

const tag = {
  subscription: Type.Optional(Type.String({ description: 'Id of the subscription, if it was given one' })),
};
const numbers = { epoch: Type.Optional(epoch), sequence: Type.Optional(sequence) };
const subject = {
  id: Type.Optional(Type.String({ description: 'Stays the same over all changes of what the message is about' })),
  phase: Type.Optional(OrNull(Phase, 'Doppler variant')),
};
const envelope = { marketplace: ItemHead.properties.marketplace, game: Game, timestamp: milliseconds };

const event = Type.Enum(['Added', 'Updated', 'Removed'], {
  description: 'Removed comes only to those who ask for it in `events`',
});

export const OfferMessage = Type.Object(
  {
    type: Type.Literal('offer'),
    eventType: event,
    reason: Type.Optional(
      Type.Enum([...removalReasons, 'outside'], {
        description:
          'Why it was removed; outside: still on sale, but no longer what was asked for (by its price, name, variant, float or pattern), or its price in dollars or its link is no longer known. It then comes as it was told last',
      }),
    ),
    ...tag,
    snapshot: Type.Optional(Type.Literal(true, { description: 'On sale already when the subscription began' })),
    ...numbers,
    ...subject,
    ...envelope,
    data: Type.Union([CS2OfferData, Dota2OfferData, RustOfferData, TF2OfferData], {
      description: 'The offer; each game has fields of its own',
    }),
  },
  { description: 'An offer was added, updated or removed' },
);

export const SaleMessage = Type.Object(
  { type: Type.Literal('sale'), ...tag, ...numbers, ...subject, ...envelope, data: SaleData },
  { description: 'A completed purchase; channel `sales`' },
);

export const BuyOrderMessage = Type.Object(
  { type: Type.Literal('buyOrder'), eventType: event, ...tag, ...numbers, ...subject, ...envelope, data: BuyOrderData },
  { description: 'A buy order was added, updated or removed; channel `buyOrders`' },
);

export const PriceMessage = Type.Object(
  { type: Type.Literal('price'), ...tag, ...numbers, ...subject, ...envelope, data: PriceData },
  {
    description: 'The lowest price of an item on a marketplace, or the number of its offers, changed; channel `prices`',
  },
);

const standingId = Type.String({ description: 'Stays the same over all changes of what the message is about' });
const shownFirst = Type.Optional(
  Type.Literal(true, { description: 'It stood so already when the subscription began' }),
);

export const BestMessage = Type.Object(
  {
    type: Type.Literal('best'),
    ...tag,
    snapshot: shownFirst,
    id: standingId,
    game: Game,
    timestamp: sentAt,
    data: BestData,
  },
  {
    description:
      'The best ask or bid of an item or a variant of it over all marketplaces that were asked for, before or after fees, is another; channel `best`. It tells how that stands, in US dollars, and has no place in the sequence',
  },
);

export const DealMessage = Type.Object(
  {
    type: Type.Literal('deal'),
    eventType: Type.Enum(['Added', 'Updated', 'Removed'], {
      description: 'Removed: it is no longer among what was asked for; it comes as it was told last',
    }),
    ...tag,
    snapshot: shownFirst,
    id: standingId,
    game: Game,
    timestamp: sentAt,
    data: WireDeal,
  },
  {
    description:
      'A deal appeared, changed or is gone; channel `deals`. It tells how that stands, in US dollars, and has no place in the sequence',
  },
);

export const FoundMessage = Type.Object(
  {
    type: Type.Literal('found'),
    eventType: Type.Enum(['Added', 'Updated', 'Removed'], {
      description: 'Removed: it is no longer among the first of what was asked for; it comes as it was told last',
    }),
    ...tag,
    snapshot: shownFirst,
    id: standingId,
    game: Game,
    timestamp: sentAt,
    data: WireFoundOffer,
  },
  {
    description:
      'A single offer came among the first of a search, changed or is no longer one of them; channel `found`. It tells how that stands, in US dollars, and has no place in the sequence',
  },
);

export const SourceMessage = Type.Object(
  { type: Type.Literal('source'), ...tag, ...numbers, id: subject.id, ...envelope, data: SourceData },
  { description: 'The health of a source changed; channel `sources`' },
);

export const GapMessage = Type.Object(
  { type: Type.Literal('gap'), ...tag, ...numbers, id: subject.id, ...envelope, data: GapData },
  {
    description:
      'A source has told again after a time over which it did not tell what it should have: what came and went within it may never be known, what is there now is told. It comes when the gap has ended; until then the channel `sources` says how the source is; channel `gaps`',
  },
);

export const BatchMessage = Type.Object(
  { type: Type.Literal('batch'), ...tag, ...numbers, id: subject.id, ...envelope, data: BatchData },
  {
    description:
      'A reading of a whole list, of its pages, or of everything that a feed has to tell at its beginning, came to a good end: every change that it brought about has been told; channel `batches`',
  },
);

export const SubscribedMessage = Type.Object(
  {
    type: Type.Literal('subscribed'),
    ...tag,
    marketplaces: Type.Array(ItemHead.properties.marketplace),
    games: Type.Array(Game),
    newFloorOnly: Type.Boolean({ description: 'Whether only new lowest prices are told' }),
    ...numbers,
    recovered: Type.Optional(
      Type.Boolean({
        description:
          'Answer to `resume`. true: everything missed follows. false: it is no longer kept, nothing of it follows, and what comes is live',
      }),
    ),
  },
  { description: 'A subscription was taken; nothing of it comes before' },
);

export const UnsubscribedMessage = Type.Object(
  { type: Type.Literal('unsubscribed'), ...tag },
  { description: 'A subscription ended' },
);

export const ErrorMessage = Type.Object(
  {
    type: Type.Literal('error'),
    message: Type.String({ description: 'What was found and what to do' }),
    code: Type.Enum(
      ['INVALID_PARAMS', 'ACCESS_DENIED', 'NO_LONGER_KEPT', 'TOO_MANY_REPLAYS', 'FELL_BEHIND', 'TOO_MANY_MESSAGES'],
      { description: 'What kind of failure it is' },
    ),
  },
  {
    description:
      'INVALID_PARAMS: a message was wrong; nothing changed and the connection stays open. ACCESS_DENIED: the key is not shown the game or marketplace that was named; nothing changed. NO_LONGER_KEPT: what a `replay` begins with is not kept; the message names the oldest that is. TOO_MANY_REPLAYS: as many are under way as may be; try again later. FELL_BEHIND: this reader is too slow; close 1013 follows. TOO_MANY_MESSAGES: this client sends more than it may; close 1008 follows',
  },
);

export const SnapshotEndMessage = Type.Object(
  { type: Type.Literal('snapshotEnd'), ...tag, timestamp: sentAt, epoch, sequence, count: offersTold },
  { description: 'All that was on sale has been told; live messages go on from the sequence' },
);

export const ReplayEndMessage = Type.Object(
  {
    type: Type.Literal('replayEnd'),
    ...tag,
    timestamp: sentAt,
    epoch,
    sequence,
    count,
    live: Type.Boolean({
      description:
        'true: what comes from here on follows, without a gap. false: `to` is reached, and the connection is closed with 1000 unless something else is subscribed to on it',
    }),
  },
  {
    description:
      'The replay is at its end: everything up to the sequence has been told, and how many messages that were',
  },
);

export const HeartbeatMessage = Type.Object(
  { type: Type.Literal('heartbeat'), ...tag, timestamp: sentAt, epoch, sequence, count },
  { description: 'Everything up to the sequence has been told, and how many messages that were' },
);

export const LaggingMessage = Type.Object(
  {
    type: Type.Literal('lagging'),
    ...tag,
    timestamp: sentAt,
    epoch,
    sequence,
    skipped: Type.Integer({ minimum: 1, description: 'Steps that were left out' }),
  },
  { description: 'This reader is slow: of each offer the last state follows instead of every step' },
);

export const PongMessage = Type.Object(
  { type: Type.Literal('pong'), timestamp: sentAt },
  { description: 'Answer to a ping message' },
);

/** What the service sends, by the names in AsyncAPI. */
export const streamMessages = {
  subscribed: SubscribedMessage,
  offer: OfferMessage,
  error: ErrorMessage,
  snapshotEnd: SnapshotEndMessage,
  replayEnd: ReplayEndMessage,
  sale: SaleMessage,
  buyOrder: BuyOrderMessage,
  price: PriceMessage,
  source: SourceMessage,
  best: BestMessage,
  deal: DealMessage,
  found: FoundMessage,
  gap: GapMessage,
  batch: BatchMessage,
  heartbeat: HeartbeatMessage,
  lagging: LaggingMessage,
  unsubscribed: UnsubscribedMessage,
  pong: PongMessage,
} as const;

export type StreamMessage = {
  [Kind in keyof typeof streamMessages]: Static<(typeof streamMessages)[Kind]>;
}[keyof typeof streamMessages];
