import type { Money, Prices, Variant } from '../../schema/index.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';

/** The number of a variant, as in `variantNumber`; 0 is the whole item. */
export type VariantNumber = number;

/** The part of a market book that best prices are computed from. Money is in thousandths of a dollar, 0 if unknown. */
export type BestSource = {
  readonly marketplaceId: number;
  readonly series: {
    /** The row of an item or a variant of it, or -1. */
    readonly knownRow: (name: NameId, variant: VariantNumber) => Row;
  };
  readonly floorUsd: (row: Row) => number;
  readonly floorPrices: (row: Row) => Prices;
  readonly floorCount: (row: Row) => number;
  /** When the offer or quote behind the floor was last confirmed. */
  readonly floorSeenAt: (row: Row) => number;
  /** The floor's original price, and the variant of the offer or quote behind it. */
  readonly floorPrice: (row: Row) => Money | null;
  /** Where the offer or quote behind the floor can be bought, and the page of the item; null if unknown. */
  readonly floorLink: (row: Row) => string | null;
  readonly itemLink: (name: NameId, variant: VariantNumber) => string | null;
  readonly floorPhase: (row: Row) => Variant | null;
  /** The usual floor over the past week; 0 if unknown. */
  readonly usualUsd: (row: Row, at: number) => number;
  /** The cheapest offer of a row known to be tradable at an instant, or -1, and the number of such offers. */
  readonly unlocked: (row: Row, at: number) => { readonly slot: Slot; readonly count: number };
  readonly offers: Entries;
  readonly bids: {
    /** The best buy order that such an item would fill, or -1: for the variant, or for any. */
    readonly slotFor: (name: NameId, variant: VariantNumber) => Slot;
    /** The number of such buy orders. */
    readonly countFor: (name: NameId, variant: VariantNumber) => number;
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
