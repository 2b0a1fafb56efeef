import { activeAmong, type Change } from '../../filters/active-filters.ts';
import type { ActiveFilter } from '../../filters/filter-bar.tsx';
import { currency, priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import type { Filters } from './filters.ts';

const lockTexts: Readonly<Record<string, string>> = { '0': translate('Tradable now'), '7': translate('Within 7 days') };

/** The filters in effect, in words. */
export function activeFilters(filters: Filters, change: Change): readonly ActiveFilter[] {
  const price = (text: string) => priceText(Number(text), currency.value);
  const words: readonly (readonly [keyof Filters, string, cleared?: string])[] = [
    ['min', translate('from {price}', { price: price(filters.min) }), '0'],
    ['max', translate('up to {price}', { price: price(filters.max) })],
    ['below', translate('{share} below others', { share: percent(Number(filters.below) / 100) }), '0'],
    ['lock', lockTexts[filters.lock] ?? filters.lock],
    ['fmin', translate('float from {float}', { float: filters.fmin })],
    ['fmax', translate('float up to {float}', { float: filters.fmax })],
    ['seeds', translate('seeds {seeds}', { seeds: filters.seeds })],
    ['stickers', filters.stickers],
    ['charm', translate('charm {words}', { words: filters.charm })],
    ['fade', translate('fade from {share}', { share: percent(Number(filters.fade) / 100) })],
    ['phase', filters.phase],
  ];
  return activeAmong(
    words.map(([name, text, cleared = '']) => [name, filters[name] !== '', text, cleared]),
    change,
  );
}
