import { activeAmong, type FilterWords } from '../../filters/active-filters.ts';
import type { ActiveFilter } from '../../filters/filter-bar.tsx';
import { alter } from '../../router.ts';
import { currency, priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import type { Filters } from './filters.ts';

/** The folded filters in effect, in words. */
export function activeFilters({ min, max, fmin, fmax, below, isFloorOnly }: Filters): readonly ActiveFilter[] {
  const price = (text: string) => priceText(Number(text), currency.value);
  const words: readonly FilterWords[] = [
    ['min', min !== '', translate('from {price}', { price: price(min) })],
    ['max', max !== '', translate('up to {price}', { price: price(max) })],
    ['fmin', fmin !== '', translate('float from {float}', { float: fmin })],
    ['fmax', fmax !== '', translate('float up to {float}', { float: fmax })],
    ['below', below !== '', translate('{share} below others', { share: percent(Number(below) / 100) })],
    ['floor', isFloorOnly && below === '', translate('New lows only')],
  ];
  return activeAmong(words, alter);
}
