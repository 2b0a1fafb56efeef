import type { FullBuyOrderRow, FullComparedMarketplace, SourceHealth } from '@itemtape/client';
import { type Currency, priceIn } from '../../text/currency.ts';
import type { ItemOffer } from './use-offers.ts';

/** One marketplace's figures for an item. */
export type MarketplaceRow = {
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
  readonly bestBuyOrder: number | null;
  /** How far the best buy order is below the price, as a share of the price. */
  readonly spread: number | null;
  /** When the price or count last changed. */
  readonly updatedAt: number;
  /** When the marketplace last confirmed the price. */
  readonly seenAt: number | null;
  /** When one of its sources was last read; null when none has been. */
  readonly readAt: number | null;
  /** Evidence for the format of its answers, strongest first; empty when no source is known. */
  readonly evidence: readonly string[];
  /** Flags of the price. */
  readonly flags: readonly string[];
};

const surestFirst: readonly string[] = ['recorded', 'documented', 'inferred'];

/** The marketplaces side by side, cheapest first, as the comparison has them. */
export function marketplaceRows(facts: {
  readonly compared: readonly FullComparedMarketplace[];
  readonly buyOrders: readonly FullBuyOrderRow[];
  readonly sources: readonly SourceHealth[];
  readonly game: string;
  /** Offers and buy orders of different variants have no meaningful spread. */
  readonly hasVariants: boolean;
  readonly currency: Currency;
}): MarketplaceRow[] {
  const { compared, buyOrders, sources, game, hasVariants, currency } = facts;
  return compared.map((row) => {
    const { marketplace, offerCount, updatedAt, seenAt, flags } = row;
    const price = priceIn(row, currency);
    const bids = buyOrders.filter((order) => order.marketplace === marketplace);
    const bestBuyOrder = bids.reduce<number | null>((best, order) => greater(best, priceIn(order, currency)), null);
    const spread =
      hasVariants || price === null || bestBuyOrder === null || price === 0 ? null : (price - bestBuyOrder) / price;
    const running = sources.filter(
      (one) => one.marketplace === marketplace && one.game === game && one.state !== 'off',
    );
    const evidence = surestFirst.filter((one) => running.some((source) => source.evidence === one));
    const readAt = running.reduce<number | null>((latest, one) => greater(latest, one.lastReadAt), null);
    return { marketplace, price, offerCount, bestBuyOrder, spread, updatedAt, seenAt, readAt, evidence, flags };
  });
}

/** The greater of the two, ignoring null. */
const greater = (one: number | null, other: number | null): number | null =>
  one === null || (other !== null && other > one) ? other : one;

/** The Doppler variants among some offers, in their usual order. */
export function phasesIn(offers: readonly ItemOffer[]): string[] {
  return [...new Set(offers.flatMap(({ offer: { itemPhase } }) => itemPhase ?? []))].sort();
}

/** A buy order with the cumulative quantity wanted at its price or above. */
export type DeepOrder = {
  readonly order: FullBuyOrderRow;
  /** Pieces; an order without a quantity counts as one. */
  readonly wanted: number;
  /** Some quantity is unknown, so there may be more. */
  readonly isLeast: boolean;
};

/** Buy orders, highest first, with cumulative quantities. */
export function depthOf(orders: readonly FullBuyOrderRow[]): DeepOrder[] {
  let wanted = 0;
  let isLeast = false;
  return orders.map((order) => {
    wanted += order.quantity ?? 1;
    isLeast ||= order.quantity === null;
    return { order, wanted, isLeast };
  });
}
