import { type Currency, priceText } from '../../text/currency.ts';
import { language, locale } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';
import type { Direction, Ratio } from './ratio.ts';

const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

export const ratioText = (ratio: number | null): string => (ratio === null ? '–' : format.format(ratio));

export type Way = 'into' | 'back';

// Amounts in sentences name their currency, as those of a balance and of money stand side by side
const sum = (amount: number, shown: Currency): string =>
  language === 'en' ? `${wholeOrCents(amount)} ${shown}` : priceText(amount, shown);

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// Cents matter only in small sums
const wholeOrCents = (amount: number): string => (amount >= 100 ? whole : cents).format(amount);

const become = {
  into: (amount: string, received: string) =>
    translate('{amount} become {received} of Steam balance, over these items.', { amount, received }),
  back: (amount: string, received: string) =>
    translate('{amount} of Steam balance become {received} of money, over these items.', { amount, received }),
} as const;

/** What a ratio means, in a sentence. */
export function meaningOf(way: Way, { ratio, covered }: Direction, { amount, currency }: Ratio): string {
  if (ratio === null)
    return translate('No sales of such items are known, so nothing says how much can be carried across.');
  const words = become[way](sum(covered, currency), sum(covered * ratio, currency));
  if (covered >= amount) return words;
  return `${words} ${translate('The sales of a day take up no more of {amount}.', { amount: sum(amount, currency) })}`;
}
