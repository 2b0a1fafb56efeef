import type { Deal, Deals } from '@itemtape/client';
import type { Payout, PayoutChoice } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';

/** What is not known of the marketplaces of some deals; null until known. */
export type UnknownFacts = Deals['unknown'] | null;

/** What is said once above deals instead of in each of them. */
export type Saying = {
  /** Flags that are not repeated. */
  readonly hidden: readonly string[];
  /** Whether a profit is an upper bound. */
  readonly isAtMost: (deal: Sides) => boolean;
  /** What is paid out unless a side says otherwise. */
  readonly payout: Payout;
};

type Sides = Pick<Deal, 'buy' | 'sell'>;

const feeUnknown = 'feeUnknown';

export function sayingOf(deals: readonly Sides[], unknown: UnknownFacts, payout: PayoutChoice = 'money'): Saying {
  const flagged = deals.filter(({ buy }) => buy.flags.includes(feeUnknown)).length;
  const costly = new Set(unknown?.flatMap(({ fact, marketplace }) => (fact === 'payOut' ? [marketplace] : [])));
  return {
    hidden: flagged * 2 > deals.length ? [feeUnknown] : [],
    isAtMost: ({ buy, sell }) => buy.flags.includes(feeUnknown) || costly.has(sell.marketplace),
    payout: payout === 'any' ? 'money' : payout,
  };
}

/** What the flags of deals tell of their marketplaces, for answers that do not list it. */
export function unknownFees(deals: readonly Sides[]): Deals['unknown'] {
  const names = deals.flatMap(({ buy }) => (buy.flags.includes(feeUnknown) ? [buy.marketplace] : []));
  return [...new Set(names)].map((marketplace) => ({ marketplace, fact: 'buyerFee' }));
}

/** Flags that are shown in rows. */
export const flagsShown = (flags: readonly string[], { hidden }: Saying): string[] =>
  flags.filter((flag) => !hidden.includes(flag));

/** The flags that are shown in some of the rows. */
export const flagsIn = (rows: readonly Sides[], saying: Saying): string[] =>
  rows.flatMap(({ buy, sell }) => flagsShown([...buy.flags, ...sell.flags], saying));

const factText = {
  buyerFee: (names: string) => translate('the buyer fee of {names}', { names }),
  payOut: (names: string) => translate('the cost of paying out from {names}', { names }),
} as const;

/** Once for all deals: why profits are upper bounds. */
export function Unknown({ unknown }: { readonly unknown: UnknownFacts }) {
  if (unknown === null || unknown.length === 0) return null;
  const facts = (['buyerFee', 'payOut'] as const).flatMap((fact) => {
    const names = unknown.filter((one) => one.fact === fact).map(({ marketplace }) => marketplace);
    return names.length === 0 ? [] : [factText[fact](names.join(', '))];
  });
  return (
    <p class="quiet unknown-facts">
      {translate('A figure with ≤ is at most that. Not known, and so not deducted: {facts}.', {
        facts: facts.join('; '),
      })}
    </p>
  );
}
