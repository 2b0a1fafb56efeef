import type { BuyOrderRow, ComparedMarketplace, MirroredOffer, SourceHealth } from '@itemtape/client';
import { type Currency, priceIn } from '../../currency.ts';

/** What one marketplace says of an item. */
export type MarketplaceRow = {
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
  readonly bestBuyOrder: number | null;
  /** How far the best buy order is below the price, as a share of the price. */
  readonly spread: number | null;
  readonly updatedAt: number;
  /** How sure the form of its answers is; empty when no source is known. */
  readonly evidence: readonly string[];
};

/** The marketplaces side by side, cheapest first, as the comparison has them. */
export function marketplaceRows(facts: {
  readonly compared: readonly ComparedMarketplace[];
  readonly buyOrders: readonly BuyOrderRow[];
  readonly sources: readonly SourceHealth[];
  readonly game: string;
  /** Offers and buy orders of several variants under one name do not make a spread. */
  readonly hasVariants: boolean;
  readonly currency: Currency;
}): MarketplaceRow[] {
  const { compared, buyOrders, sources, game, hasVariants, currency } = facts;
  return compared.map((row) => {
    const { marketplace, offerCount, updatedAt } = row;
    const price = priceIn(row, currency);
    const bids = buyOrders.filter((order) => order.marketplace === marketplace);
    const bestBuyOrder = bids.reduce<number | null>((best, order) => {
      const bid = priceIn(order, currency);
      return bid !== null && (best === null || bid > best) ? bid : best;
    }, null);
    const spread = hasVariants || price === null || bestBuyOrder === null ? null : (price - bestBuyOrder) / price;
    const running = sources.filter(
      (one) => one.marketplace === marketplace && one.game === game && one.state !== 'off',
    );
    const evidence = [...new Set(running.map((one) => one.evidence))];
    return { marketplace, price, offerCount, bestBuyOrder, spread, updatedAt, evidence };
  });
}

/** The Doppler variants among some offers, in their usual order. */
export function phasesIn(offers: readonly MirroredOffer[]): string[] {
  return [...new Set(offers.flatMap(({ phase }) => (phase == null ? [] : [phase])))].sort();
}

/** Cheapest first. */
export const byPrice = (offers: readonly MirroredOffer[]): MirroredOffer[] =>
  [...offers].sort((a, b) => a.data.priceUSD - b.data.priceUSD);
