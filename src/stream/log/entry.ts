import {
  type filteredFields,
  type Game,
  type PreviousOffer,
  removalReasons,
  type UsdRange,
  type Variant,
} from '../../schema/index.ts';

/** The kinds of log entries; segments store these numbers. */
export const entryKind = {
  /** Has a sequence but no message, such as a quote, or an offer without a purchase link or dollar price. */
  silent: 0,
  added: 1,
  updated: 2,
  removed: 3,
  sale: 4,
  ordered: 5,
  reordered: 6,
  orderRemoved: 7,
  price: 8,
  source: 9,
  gap: 10,
  batch: 11,
} as const;
export type EntryKind = (typeof entryKind)[keyof typeof entryKind];

export const kindCount = 12;

/** Channels that a subscription can name; one that names none gets the first. */
export const channels = ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches'] as const;
export type Channel = (typeof channels)[number];

export const events = ['Added', 'Updated', 'Removed'] as const;
export type StreamEvent = (typeof events)[number];

type KindFacts = { readonly channel: Channel; readonly type: string; readonly event: StreamEvent | null };

export const kindFacts: Readonly<Record<EntryKind, KindFacts | null>> = {
  0: null,
  1: { channel: 'offers', type: 'offer', event: 'Added' },
  2: { channel: 'offers', type: 'offer', event: 'Updated' },
  3: { channel: 'offers', type: 'offer', event: 'Removed' },
  4: { channel: 'sales', type: 'sale', event: null },
  5: { channel: 'buyOrders', type: 'buyOrder', event: 'Added' },
  6: { channel: 'buyOrders', type: 'buyOrder', event: 'Updated' },
  7: { channel: 'buyOrders', type: 'buyOrder', event: 'Removed' },
  8: { channel: 'prices', type: 'price', event: null },
  9: { channel: 'sources', type: 'source', event: null },
  10: { channel: 'gaps', type: 'gap', event: null },
  11: { channel: 'batches', type: 'batch', event: null },
};

/** Whether the entry is about a source, not an item; filters on items and prices do not apply to it. */
export const isOfSource = (kind: EntryKind): boolean => kind >= entryKind.source;

/** The channels whose entries are about sources. */
export const sourceChannels: ReadonlySet<Channel> = new Set(['sources', 'gaps', 'batches']);

/** Why an offer is reported as gone; `outside`: it is still on sale but no longer matches the subscription. */
export const goneReasons = [...removalReasons, 'outside'] as const;
export type GoneReason = (typeof goneReasons)[number];

/** The traits that filters on offers use besides price, marketplace and game. */
export type OfferTraits = Pick<PreviousOffer, Exclude<keyof typeof filteredFields, 'purchaseLink'>>;

/** The columns of an entry. Prices are in US dollars, as published. */
export type LogEntry = {
  readonly kind: EntryKind;
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly phase: Variant | null;
  /** `timestamp` of the message, epoch milliseconds. */
  readonly at: number;
  readonly usd: number | null;
  /** Range of prices it was shown at since the previous change; null when it was not shown. */
  readonly shownUsd: UsdRange | null;
  /** Traits as they were shown before; null when they are unchanged. */
  readonly previousTraits: OfferTraits | null;
  readonly float: number | null;
  readonly paintSeed: number | null;
  /** A new floor of the variant, and of the item over all variants. */
  readonly isNewFloor: boolean;
  readonly isNewItemFloor: boolean;
  readonly reason: GoneReason | null;
};
