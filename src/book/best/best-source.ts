import type { Money, Phase, Prices } from '../../schema/index.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';

/** A variant as a number: 0 is the whole item, 1 the first of the phases. */
export type Variant = number;

/** What a marketplace has of a game, as far as the best prices are made of it. Money is in thousandths of a dollar, 0 unknown. */
export type BestSource = {
  readonly marketplaceId: number;
  readonly series: {
    /** The row of an item or a variant of it, or -1. */
    readonly knownRow: (name: NameId, variant: Variant) => Row;
  };
  readonly floorUsd: (row: Row) => number;
  readonly floorPrices: (row: Row) => Prices;
  readonly floorCount: (row: Row) => number;
  /** When the offer or quote that the floor is made of was last confirmed. */
  readonly floorSeenAt: (row: Row) => number;
  /** Its price as the marketplace tells it, and the variant of what it is made of. */
  readonly floorPrice: (row: Row) => Money | null;
  readonly floorPhase: (row: Row) => Phase | null;
  /** What the floor usually was in its own week; 0 where that is not known. */
  readonly usualUsd: (row: Row, at: number) => number;
  /** The cheapest offer of a row that is known to be tradable at an instant, or -1, and how many such there are. */
  readonly unlocked: (row: Row, at: number) => { readonly slot: Slot; readonly count: number };
  readonly offers: Entries;
  readonly bids: {
    /** The best buy order that such an item would fill, or -1: of the variant, or of any. */
    readonly slotFor: (name: NameId, variant: Variant) => Slot;
    /** How many such buy orders there are. */
    readonly countFor: (name: NameId, variant: Variant) => number;
  };
  readonly orders: Entries;
};

/** Single offers or buy orders by slot. */
export type Entries = {
  readonly money: {
    readonly usd: (slot: Slot) => number;
    readonly price: (slot: Slot) => Money | null;
    readonly prices: (slot: Slot) => Prices;
  };
  readonly seenAt: (slot: Slot) => number;
};
