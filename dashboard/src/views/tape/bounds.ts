export type Bounds = { readonly minPriceUSD?: number; readonly maxPriceUSD?: number };

/**
 * Converts bounds from the chosen currency to dollars, as the stream expects; null when the rate is unknown.
 * Rounded outwards to cents, so that a price of exactly the bound is inside.
 */
export function boundsIn(least: string, max: string, rate: number | null): Bounds | null {
  const [from, to] = [Number(least), Number(max)];
  if (rate === null) return from > 0 || to > 0 ? null : {};
  return {
    ...(from > 0 && { minPriceUSD: Math.floor(cents(from / rate)) / 100 }),
    ...(to > 0 && { maxPriceUSD: Math.ceil(cents(to / rate)) / 100 }),
  };
}

// 1.15 is 114.99999999999999 hundredths
const cents = (dollars: number): number => Number((dollars * 100).toFixed(6));
