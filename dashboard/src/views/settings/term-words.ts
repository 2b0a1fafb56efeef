import type { MarketplaceTerms } from '@itemtape/client';
import { games } from '../../games.ts';
import { priceText } from '../../text/currency.ts';
import { locale } from '../../text/language.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';

type Fee = MarketplaceTerms['fees'][number];
type Charge = MarketplaceTerms['payOut'][number];
type Hold = MarketplaceTerms['itemHolds'][number];
type Money = NonNullable<Fee['fixed']>;

/** What every fact carries. */
export type FactNote = Pick<Fee, 'note' | 'asOf' | 'source' | 'evidence'>;

const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });

const moneyText = ({ amount, currency }: Money): string => priceText(amount, currency);

/** A percentage with what is added to it. */
function costText({ percent, fixed, min }: Pick<Fee, 'percent' | 'fixed' | 'min'>): string {
  const parts = [
    ...(percent === 0 && fixed !== null ? [] : [share.format(percent / 100)]),
    ...(fixed === null ? [] : [moneyText(fixed)]),
  ];
  const cost = parts.join(' + ');
  return min === null ? cost : translate('{cost}, at least {amount}', { cost, amount: moneyText(min) });
}

/** The ordinary fees of one side; null where none is known. */
export function feesText(fees: readonly Fee[], side: Fee['side']): string | null {
  const known = feesOf(fees, side).map((fee) =>
    fee.from === null
      ? costText(fee)
      : translate('{cost} from {price}', { cost: costText(fee), price: moneyText(fee.from) }),
  );
  return known.length === 0 ? null : known.join(', ');
}

export const feesOf = (fees: readonly Fee[], side: Fee['side']): Fee[] =>
  fees.filter((fee) => fee.side === side && fee.method === null);

/** What paying costs, by way of paying; null where it is not known. */
export const chargesText = (charges: readonly Charge[]): string | null =>
  charges.length === 0
    ? null
    : charges.map((one) => (one.method === null ? costText(one) : `${one.method} ${costText(one)}`)).join(', ');

const daysText = ({ days }: Hold): string => translate('{count} d', { count: wholeText(days) });

/** Days by game; without the games where they hold for all of them. Null where none are known. */
export function holdsText(holds: readonly Hold[]): string | null {
  if (holds.length === 0) return null;
  return holds
    .map((hold) =>
      hold.games.length === games.length ? daysText(hold) : `${daysText(hold)} (${hold.games.join(', ')})`,
    )
    .join(', ');
}

export const maxPricesText = (prices: MarketplaceTerms['maxPrices']): string | null =>
  prices.length === 0 ? null : prices.map(moneyText).join(', ');

/** Where facts are stated, each once. */
export const sourcesText = (facts: readonly FactNote[]): string =>
  [
    ...new Set(
      facts.map(({ source, asOf, note }) =>
        [source, asOf, note].filter((part) => part !== null && part !== '').join(' · '),
      ),
    ),
  ].join('\n');

export const isSet = (facts: readonly FactNote[]): boolean => facts.some(({ evidence }) => evidence === 'set');
