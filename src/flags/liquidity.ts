/** What is known of how an item is traded, over all marketplaces. */
export type Trade = {
  /** Over the last week; null where no sale of it is known. */
  readonly salesPerDay: number | null;
  readonly offerCount: number;
  /** Marketplaces with an offer. */
  readonly asking: number;
  /** Null where no buy orders of the game are read. */
  readonly orderCount: number | null;
};

/** How much each part weighs, and at which number it counts half. */
export const liquidityParts = {
  salesPerDay: { weight: 40, half: 5 },
  offerCount: { weight: 25, half: 50 },
  asking: { weight: 15, half: 5 },
  orderCount: { weight: 20, half: 50 },
} as const satisfies Record<keyof Trade, { weight: number; half: number }>;

/**
 * How easily an item is bought and sold, 0 to 100: each part is n / (n + half), and what is not known is left out of the
 * weights. Null where nothing is known.
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
