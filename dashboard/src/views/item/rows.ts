import type { BuyOrderRow, ComparedMarketplace, MirroredOffer, SourceHealth } from '@itemtape/client';
import { type Currency, priceIn } from '../../text/currency.ts';

/** What one marketplace says of an item. */
export type MarketplaceRow = {
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
  readonly bestBuyOrder: number | null;
  /** How far the best buy order is below the price, as a share of the price. */
  readonly spread: number | null;
  /** Price or count last changed. */
  readonly updatedAt: number;
  /** One of its sources was last read; null when none has been. */
  readonly readAt: number | null;
  /** How sure the form of its answers is, surest first; empty when no source is known. */
  readonly evidence: readonly string[];
};

const surestFirst: readonly string[] = ['recorded', 'documented', 'inferred'];

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
    const bestBuyOrder = bestOf(bids, currency);
    const spread = hasVariants ? null : spreadOf(price, bestBuyOrder);
    const running = sources.filter(
      (one) => one.marketplace === marketplace && one.game === game && one.state !== 'off',
    );
    const evidence = surestFirst.filter((one) => running.some((source) => source.evidence === one));
    const readAt = running.reduce<number | null>((latest, one) => greater(latest, one.lastReadAt), null);
    return { marketplace, price, offerCount, bestBuyOrder, spread, updatedAt, readAt, evidence };
  });
}

/** What is on sale and wanted of one variant, over all marketplaces. */
export type VariantRow = {
  readonly phase: string;
  readonly price: number | null;
  readonly marketplace: string | null;
  readonly offerCount: number;
  readonly bestBuyOrder: number | null;
  readonly spread: number | null;
};

/** The Doppler variants side by side; nothing for an item that has none. */
export function variantRows(
  offers: readonly MirroredOffer[],
  buyOrders: readonly BuyOrderRow[],
  currency: Currency,
): VariantRow[] {
  return phasesIn(offers).map((phase) => {
    const among = byPrice(offers.filter((offer) => offer.phase === phase));
    const [cheapest] = among;
    const price = cheapest === undefined ? null : priceIn(cheapest.data, currency);
    const bids = buyOrders.filter((order) => order.itemPhase === phase);
    const bestBuyOrder = bestOf(bids, currency);
    const marketplace = cheapest?.marketplace ?? null;
    return {
      phase,
      price,
      marketplace,
      offerCount: among.length,
      bestBuyOrder,
      spread: spreadOf(price, bestBuyOrder),
    };
  });
}

const bestOf = (bids: readonly BuyOrderRow[], currency: Currency): number | null =>
  bids.reduce<number | null>((best, order) => greater(best, priceIn(order, currency)), null);

const spreadOf = (price: number | null, bid: number | null): number | null =>
  price === null || bid === null || price === 0 ? null : (price - bid) / price;

/** The greater one, where there is one. */
const greater = (one: number | null, other: number | null): number | null =>
  one === null || (other !== null && other > one) ? other : one;

/** The Doppler variants among some offers, in their usual order. */
export function phasesIn(offers: readonly MirroredOffer[]): string[] {
  return [...new Set(offers.flatMap(({ phase }) => (phase == null ? [] : [phase])))].sort();
}

/** Cheapest first. */
export const byPrice = (offers: readonly MirroredOffer[]): MirroredOffer[] =>
  [...offers].sort((a, b) => a.data.priceUSD - b.data.priceUSD);
