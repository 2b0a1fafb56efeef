import Type, { type Static } from 'typebox';
import { Game, Phase, removalReasons } from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { WireDeal } from '../tape/deal.ts';
import { WireFoundOffer } from '../tape/found-offer.ts';
import {
  BatchData,
  BestData,
  BuyOrderData,
  CS2OfferData,
  CS2SaleData,
  Dota2OfferData,
  GapData,
  PriceData,
  RustOfferData,
  SaleData,
  SourceData,
  TF2OfferData,
} from './data.ts';

const sentAtOfLink = Type.Integer({
  minimum: 0,
  description: 'Send time, Unix time in milliseconds; strictly increasing over messages with the same purchase link',
  examples: [1_790_000_000_000],
});
const sentAt = Type.Integer({
  minimum: 0,
  description: 'Send time, Unix time in milliseconds',
  examples: [1_790_000_000_000],
});
const epochMeaning =
  'Name of one numbering of changes, which continues over restarts; sequences of different epochs cannot be compared';
const epoch = Type.String({ description: epochMeaning });
const count = Type.Integer({ minimum: 0, description: 'Messages sent to this subscription so far' });

const offersSent = Type.Integer({ minimum: 0, description: 'Offers sent in the snapshot' });

const tag = {
  subscription: Type.Optional(Type.String({ description: 'Id of the subscription; only if it has one' })),
};
const ifNumbered = 'only if the subscription has `sequence`, `resume` or `replay`';
const ifPlaced = 'only if the subscription has `sequence`, `resume`, `replay`, `snapshot` or `heartbeatSeconds`';
const numbers = {
  epoch: Type.Optional(Type.String({ description: `${epochMeaning}; ${ifNumbered}` })),
  sequence: Type.Optional(
    Type.Integer({ minimum: 0, description: `Number of the change within its epoch; ${ifNumbered}` }),
  ),
};
const covered = Type.Integer({
  minimum: 0,
  description: 'Sequence of the newest change covered: everything requested up to it has been sent',
});
const subject = {
  id: Type.Optional(
    Type.String({
      description: `Stable id of the subject, the same in all messages about it; ${ifNumbered}, and in a snapshot`,
    }),
  ),
  phase: Type.Optional(
    OrNull(Phase, `Doppler variant; null if there is none or none is known; ${ifNumbered}, and in a snapshot`, ['CS2']),
  ),
  unusualEffect: Type.Optional(
    Type.String({
      description: `Effect of an unusual item of TF2, if known; ${ifNumbered}, and in a snapshot`,
      'x-games': ['TF2'],
    }),
  ),
};
const envelope = { marketplace: ItemHead.properties.marketplace, game: Game, timestamp: sentAt };

const event = Type.Enum(['Added', 'Updated', 'Removed'], {
  description: 'Removed is sent only if requested in `events`',
});

export const OfferMessage = Type.Object(
  {
    type: Type.Literal('offer'),
    eventType: event,
    reason: Type.Optional(
      Type.Enum([...removalReasons, 'outside'], {
        description:
          'Why it was removed; only with Removed. sold, withdrawn: as the marketplace reports; unknown: the marketplace reports only that it is gone; swept: a complete reading no longer contains it; expired: nothing has confirmed it for `collect.keepHours`; outside: still on sale, but it no longer matches the filters (price, name, variant, float or pattern), or its dollar price or link is no longer known; `data` is then as last sent',
      }),
    ),
    ...tag,
    snapshot: Type.Optional(Type.Literal(true, { description: 'Already on sale when the subscription began' })),
    ...numbers,
    ...subject,
    ...envelope,
    timestamp: sentAtOfLink,
    data: Type.Union([CS2OfferData, Dota2OfferData, RustOfferData, TF2OfferData], {
      description: 'The offer; the fields depend on the game',
    }),
  },
  { description: 'An offer was added, updated or removed' },
);

export const SaleMessage = Type.Object(
  {
    type: Type.Literal('sale'),
    ...tag,
    ...numbers,
    ...subject,
    ...envelope,
    data: Type.Union([CS2SaleData, SaleData], { description: 'The sale; only of CS2 is it known how the item looks' }),
  },
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

const subjectId = Type.String({ description: 'Stable id of the subject, the same in all messages about it' });
const shownFirst = Type.Optional(Type.Literal(true, { description: 'State at the start of the subscription' }));

export const BestMessage = Type.Object(
  {
    type: Type.Literal('best'),
    ...tag,
    snapshot: shownFirst,
    id: subjectId,
    game: Game,
    timestamp: sentAt,
    data: BestData,
  },
  {
    description:
      'The best ask or bid of an item or a variant, before or after fees, over the subscribed marketplaces has changed; channel `best`. Contains the current state in US dollars and has no sequence',
  },
);

export const DealMessage = Type.Object(
  {
    type: Type.Literal('deal'),
    eventType: Type.Enum(['Added', 'Updated', 'Removed'], {
      description: 'Removed: the deal no longer matches the request; `data` is as last sent',
    }),
    ...tag,
    snapshot: shownFirst,
    id: subjectId,
    game: Game,
    timestamp: sentAt,
    data: WireDeal,
  },
  {
    description:
      'A deal appeared, changed or disappeared; channel `deals`. Contains the current state in US dollars and has no sequence',
  },
);

export const FoundMessage = Type.Object(
  {
    type: Type.Literal('found'),
    eventType: Type.Enum(['Added', 'Updated', 'Removed'], {
      description: 'Removed: the offer is no longer among the first results; `data` is as last sent',
    }),
    ...tag,
    snapshot: shownFirst,
    id: subjectId,
    game: Game,
    timestamp: sentAt,
    data: WireFoundOffer,
  },
  {
    description:
      'A single offer entered the first results of a search, changed or left them; channel `found`. Contains the current state in US dollars and has no sequence',
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
      'A source delivers data again after a gap; channel `gaps`. What appeared and disappeared within the gap may never be known; what exists now is published. Sent when the gap has ended; until then the channel `sources` reports the state of the source',
  },
);

export const BatchMessage = Type.Object(
  { type: Type.Literal('batch'), ...tag, ...numbers, id: subject.id, ...envelope, data: BatchData },
  {
    description:
      'A complete reading has ended well, and every change it caused has been sent; channel `batches`. A reading is a whole list, all pages of a walk, or the initial state of a feed',
  },
);

export const SubscribedMessage = Type.Object(
  {
    type: Type.Literal('subscribed'),
    ...tag,
    marketplaces: Type.Array(Type.String(), { description: 'Subscribed marketplaces, canonical spelling' }),
    games: Type.Array(Game, { description: 'Subscribed games' }),
    newFloorOnly: Type.Boolean({ description: 'Whether only new lowest prices are sent' }),
    epoch: Type.Optional(Type.String({ description: `${epochMeaning}; ${ifPlaced}` })),
    sequence: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: `Sequence of the change after which the subscription begins; ${ifPlaced}`,
      }),
    ),
    recovered: Type.Optional(
      Type.Boolean({
        description:
          'Answer to `resume`, only with it. true: everything missed follows. false: it is no longer kept, so none of it follows and only live messages come',
      }),
    ),
  },
  { description: 'A subscription was accepted; sent before any of its messages' },
);

export const UnsubscribedMessage = Type.Object(
  { type: Type.Literal('unsubscribed'), ...tag },
  { description: 'A subscription ended' },
);

export const ErrorMessage = Type.Object(
  {
    type: Type.Literal('error'),
    ...tag,
    message: Type.String({ description: 'What went wrong and how to fix it' }),
    code: Type.Enum(
      ['INVALID_PARAMS', 'ACCESS_DENIED', 'NO_LONGER_KEPT', 'TOO_MANY_REPLAYS', 'FELL_BEHIND', 'TOO_MANY_MESSAGES'],
      { description: 'Error code' },
    ),
  },
  {
    description:
      'INVALID_PARAMS: the message was invalid; nothing changed and the connection stays open. ACCESS_DENIED: the key cannot see the named game or marketplace; nothing changed. NO_LONGER_KEPT: the start of the `replay` is no longer kept; the message names the oldest position that is. TOO_MANY_REPLAYS: the limit of concurrent replays is reached; try again later. FELL_BEHIND: this client reads too slowly; close 1013 follows. TOO_MANY_MESSAGES: this client sends too many messages; close 1008 follows',
  },
);

export const SnapshotEndMessage = Type.Object(
  { type: Type.Literal('snapshotEnd'), ...tag, timestamp: sentAt, epoch, sequence: covered, count: offersSent },
  { description: 'The snapshot is complete; live messages continue after the sequence' },
);

export const ReplayEndMessage = Type.Object(
  {
    type: Type.Literal('replayEnd'),
    ...tag,
    timestamp: sentAt,
    epoch,
    sequence: covered,
    count,
    live: Type.Boolean({
      description:
        'true: live messages follow without a gap. false: `to` is reached; the connection is closed with 1000 unless it has another subscription',
    }),
  },
  {
    description:
      'The replay has ended: everything up to `sequence` has been sent; `count` is the number of messages sent',
  },
);

export const HeartbeatMessage = Type.Object(
  { type: Type.Literal('heartbeat'), ...tag, timestamp: sentAt, epoch, sequence: covered, count },
  { description: 'Everything up to `sequence` has been sent; `count` is the number of messages sent' },
);

export const LaggingMessage = Type.Object(
  {
    type: Type.Literal('lagging'),
    ...tag,
    timestamp: sentAt,
    epoch,
    sequence: covered,
    skipped: Type.Integer({ minimum: 1, description: 'Number of changes skipped' }),
  },
  { description: 'This client is slow: only the latest state of each offer follows, instead of every change' },
);

export const PongMessage = Type.Object(
  { type: Type.Literal('pong'), timestamp: sentAt },
  { description: 'Answer to a ping message' },
);

/** Server messages by their name in AsyncAPI. */
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
