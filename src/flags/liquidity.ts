/** How an item is traded, over all marketplaces. */
export type Trade = {
  /** Over the last week; null if no sale is known. */
  readonly salesPerDay: number | null;
  readonly offerCount: number;
  /** Marketplaces with an offer. */
  readonly asking: number;
  /** null if no buy orders of the game are read. */
  readonly orderCount: number | null;
};

/** The weight of each part, and the number at which it scores half. */
export const liquidityParts = {
  salesPerDay: { weight: 40, half: 5 },
  offerCount: { weight: 25, half: 50 },
  asking: { weight: 15, half: 5 },
  orderCount: { weight: 20, half: 50 },
} as const satisfies Record<keyof Trade, { weight: number; half: number }>;

/**
 * How easily an item is bought and sold, from 0 to 100: the weighted mean of n / (n + half) over the known parts. null if
 * nothing is known.
 */
export function liquidityOf(trade: Trade): number | null {
  if (trade.salesPerDay === null && trade.offerCount === 0 && !trade.orderCount) return null;
  let sum = 0;
  let weights = 0;
  for (const [part, { weight, half }] of Object.entries(liquidityParts)) {
    const number = trade[part as keyof Trade];
    if (number === null) continue;
    sum += (weight * number) / (number + half);
    weights += weight;
  }
  return Math.round((100 * sum) / weights);
}
