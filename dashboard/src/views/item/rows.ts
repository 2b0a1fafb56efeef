import type { FullBuyOrderRow, FullComparedMarketplace } from '@itemtape/client';
import { type Currency, priceIn } from '../../text/currency.ts';
import type { ItemOffer } from './use-offers.ts';

/** One marketplace's figures for an item. */
export type MarketplaceRow = {
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
  /** null for an item with variants as a whole. */
  readonly bestBuyOrder: number | null;
  /** The best buy orders of the variants of an item as a whole; null for anything else, or if there are none. */
  readonly bidRange: Range | null;
  /** URL of the cheapest offer there, or else of the item. */
  readonly link: string | null;
  /** How far the best buy order is below the price, as a share of the price. */
  readonly spread: number | null;
  /** When the price or count last changed. */
  readonly updatedAt: number;
  /** When the marketplace last confirmed the price. */
  readonly seenAt: number | null;
  /** Flags of the price. */
  readonly flags: readonly string[];
};

type Range = { readonly lowest: number; readonly highest: number };

/** The marketplaces side by side, cheapest first, as the comparison has them. */
export function marketplaceRows(facts: {
  readonly compared: readonly FullComparedMarketplace[];
  readonly buyOrders: readonly FullBuyOrderRow[];
  /** Offers and buy orders of different variants have no meaningful spread. */
  readonly hasVariants: boolean;
  /** The chosen variant. */
  readonly phase: string | null;
  readonly offers: readonly ItemOffer[];
  readonly currency: Currency;
}): MarketplaceRow[] {
  const { compared, buyOrders, hasVariants, phase, currency } = facts;
  const isWhole = hasVariants && phase === null;
  const rows = compared.map((row): MarketplaceRow => {
    const { marketplace, updatedAt, seenAt, flags } = row;
    const offers = facts.offers.filter(({ offer }) => offer.marketplace === marketplace && ofPhase(offer, phase));
    const cheapest = cheapestOf(offers);
    // The comparison is of all variants; of one, only its offers tell
    const price = phase === null ? priceIn(row, currency) : (cheapest?.price ?? null);
    const orders = buyOrders.filter((order) => order.marketplace === marketplace);
    const bids = orders.filter(({ itemPhase }) => phase === null || itemPhase === null || itemPhase === phase);
    const bestBuyOrder = isWhole ? null : highestOf(bids, currency);
    return {
      marketplace,
      price,
      offerCount: phase === null ? row.offerCount : offers.length,
      bestBuyOrder,
      bidRange: isWhole ? rangeOf(orders, currency) : null,
      link: cheapest?.offer.purchaseLink ?? row.link,
      spread: isWhole ? null : spreadOf(price, bestBuyOrder),
      updatedAt,
      seenAt,
      // Those about all variants say nothing of one
      flags: phase === null ? flags : flags.filter((flag) => flag !== 'variantUnknown' && flag !== 'thin'),
    };
  });
  return phase === null ? rows : rows.sort(byPrice);
}

const spreadOf = (price: number | null, bid: number | null): number | null =>
  price === null || bid === null || price === 0 ? null : (price - bid) / price;

const byPrice = ({ price: a }: MarketplaceRow, { price: b }: MarketplaceRow): number =>
  (a ?? Number.POSITIVE_INFINITY) < (b ?? Number.POSITIVE_INFINITY) ? -1 : Number(a !== b);

const ofPhase = ({ itemPhase }: ItemOffer['offer'], phase: string | null): boolean =>
  phase === null || itemPhase === phase;

const cheapestOf = (offers: readonly ItemOffer[]): ItemOffer | null =>
  offers.reduce<ItemOffer | null>(
    (least, one) => (one.price !== null && (least?.price == null || one.price < least.price) ? one : least),
    null,
  );

const highestOf = (orders: readonly FullBuyOrderRow[], currency: Currency): number | null =>
  orders.reduce<number | null>((best, order) => greater(best, priceIn(order, currency)), null);

/** From the lowest to the highest of the best buy orders of each variant; an order for any variant counts as one more. */
function rangeOf(orders: readonly FullBuyOrderRow[], currency: Currency): Range | null {
  const phases = [...new Set(orders.map(({ itemPhase }) => itemPhase))];
  const bests = phases.flatMap(
    (phase) =>
      highestOf(
        orders.filter(({ itemPhase }) => itemPhase === phase),
        currency,
      ) ?? [],
  );
  return bests.length === 0 ? null : { lowest: Math.min(...bests), highest: Math.max(...bests) };
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
  readonly isMinimum: boolean;
};

/** Buy orders, highest first, with cumulative quantities. */
export function depthOf(orders: readonly FullBuyOrderRow[]): DeepOrder[] {
  let wanted = 0;
  let isMinimum = false;
  return orders.map((order) => {
    wanted += order.quantity ?? 1;
    isMinimum ||= order.quantity === null;
    return { order, wanted, isMinimum };
  });
}
