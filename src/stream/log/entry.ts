import { type Game, type LiveOffer, type Phase, removalReasons, type UsdRange } from '../../schema/index.ts';
import type { Words } from './words.ts';

/** What an entry of the log says; the numbers stand in its columns. */
export const entryKind = {
  /** Numbered, but of no message: a quote, or an offer that cannot be bought by its readers. */
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

/** Parts of the stream that are asked for by name; who asks for none hears the first. */
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

/** Whether it is about a source and so about no item: filters of items and prices do not concern it. */
export const isOfSource = (kind: EntryKind): boolean => kind >= entryKind.source;

/** Of these channels only. */
export const sourceChannels: ReadonlySet<Channel> = new Set(['sources', 'gaps', 'batches']);

/** Why a reader is told that an offer is gone: `outside` is still on sale, but no longer for this reader. */
export const goneReasons = [...removalReasons, 'outside'] as const;
export type GoneReason = (typeof goneReasons)[number];

/** What offers are chosen by besides their price, marketplace and game. */
export type OfferTraits = Pick<LiveOffer, 'name' | 'phase' | 'float' | 'paintSeed'>;

/** What the columns hold of one numbered happening. Prices are the published ones, in dollars. */
export type Columns = {
  readonly kind: EntryKind;
  readonly marketplaceId: number;
  readonly game: Game;
  readonly name: string;
  readonly phase: Phase | null;
  /** Time in the envelope, epoch milliseconds. */
  readonly at: number;
  readonly usd: number | null;
  /** At which prices it was shown since the change before this one; null when it was not. */
  readonly shownUsd: UsdRange | null;
  /** As it was shown before; null when nothing of this is other now. */
  readonly formerTraits: OfferTraits | null;
  readonly float: number | null;
  readonly paintSeed: number | null;
  /** Of its variant, and of its item with all variants. */
  readonly isNewFloor: boolean;
  readonly isNewItemFloor: boolean;
  readonly reason: GoneReason | null;
};

/** One numbered happening before it is written into the log. */
export type LogEntry = Columns & Words;
