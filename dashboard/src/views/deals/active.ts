import { activeAmong, type Change, type FilterWords } from '../../filters/active-filters.ts';
import type { ActiveFilter } from '../../filters/filter-bar.tsx';
import { flagText } from '../../parts/marks.tsx';
import { currency, priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { ages, doubtsText, type Filters } from './filters.ts';

const wayTexts = { any: '', bid: translate('To a buy order'), list: translate('By listing') } as const;

/** The folded filters in effect, in words. */
export function activeFilters(filters: Filters, change: Change): readonly ActiveFilter[] {
  const { way, pairs, minProfit, minPercent, maxPrice, age, maxHold, without } = filters;
  const price = (text: string) => priceText(Number(text), currency.value);
  const words: readonly FilterWords[] = [
    ['way', way !== 'any', wayTexts[way]],
    ['pairs', pairs !== 'best', translate('All pairs')],
    ['minProfit', minProfit !== '', translate('profit from {profit}', { profit: price(minProfit) })],
    ['minPercent', minPercent !== '', translate('profit from {profit}', { profit: percent(Number(minPercent) / 100) })],
    ['maxPrice', maxPrice !== '', translate('pay up to {price}', { price: price(maxPrice) })],
    ['age', age !== '', ages.find(({ seconds }) => seconds === age)?.text ?? age],
    ['maxHold', maxHold !== '', translateCount(Number(maxHold), 'Free within {count} day', 'Free within {count} days')],
    [
      'without',
      without.length > 0,
      translate('without {flags}', { flags: without.map(flagText).join(', ') }),
      doubtsText([]),
    ],
  ];
  return activeAmong(words, change);
}
