import { seedsIn } from '../../text/number.ts';
import type { ItemOffer } from './use-offers.ts';

/** Filters of single offers, as strings from the URL. */
export const offerFilterNames = ['marketplace', 'fmin', 'fmax', 'seeds', 'sticker', 'lock', 'upto'] as const;
export type OfferFilters = Readonly<Record<(typeof offerFilterNames)[number], string>>;

export const filtersFrom = (parameters: URLSearchParams): OfferFilters =>
  Object.fromEntries(offerFilterNames.map((name) => [name, parameters.get(name) ?? ''])) as OfferFilters;

const bound = (text: string): number | null => (text === '' || Number.isNaN(Number(text)) ? null : Number(text));

/** Whether a figure lies within bounds; an unknown figure never does. */
function isWithin(figure: number | null, least: number | null, max: number | null): boolean {
  if (least === null && max === null) return true;
  return (
    figure !== null && figure >= (least ?? Number.NEGATIVE_INFINITY) && figure <= (max ?? Number.POSITIVE_INFINITY)
  );
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The offers that match; an empty string does not filter. */
export function wantedOf<Row extends Pick<ItemOffer, 'offer' | 'price'>>(
  rows: readonly Row[],
  filters: OfferFilters,
): Row[] {
  const [least, max, locked, upTo] = [filters.fmin, filters.fmax, filters.lock, filters.upto].map(bound);
  const seeds = seedsIn(filters.seeds);
  const sticker = words(filters.sticker);
  return rows.filter(({ offer, price }) => {
    const names = offer.stickers?.map(({ name }) => name.toLowerCase()) ?? [];
    return (
      (filters.marketplace === '' || offer.marketplace === filters.marketplace) &&
      isWithin(price, null, upTo ?? null) &&
      isWithin(offer.float, least ?? null, max ?? null) &&
      isWithin(offer.daysTradeLocked, null, locked ?? null) &&
      (seeds.length === 0 || (offer.paintSeed !== null && seeds.includes(offer.paintSeed))) &&
      (sticker.length === 0 || names.some((name) => sticker.every((word) => name.includes(word))))
    );
  });
}
