import { keysIn, type Money, type Rate, weaponsIn } from '../../../schema/index.ts';

// Arithmetic of bots: a refined metal is 9 scrap, a scrap is two craft weapons and is written 0.11

const scrapPerRefined = 9;
const weaponsPerScrap = 2;

/** A price in the format of bots; metal in refined, with two decimals. */
export type KeysAndMetal = { readonly keys: number; readonly metal: number };

/** Buy prices are rounded down and sell prices up, so that bots do not lose by rounding. */
export type Side = 'buy' | 'sell';

/** The values of a key and a dollar in scrap. */
export type ScrapWorth = { readonly perKey: number; readonly perUsd: number };

/** null while the values of keys and metal are not known. */
export function scrapWorthOf(rates: readonly Rate[]): ScrapWorth | null {
  const perUsd = (unit: Rate['currency']) => rates.find(({ currency }) => currency === unit)?.perUsd;
  const keys = perUsd('KEY');
  const refined = perUsd('REF');
  if (keys === undefined || refined === undefined) return null;
  return { perKey: (refined / keys) * scrapPerRefined, perUsd: refined * scrapPerRefined };
}

/** A price in scrap: directly from keys and metal, otherwise from its dollar price at the current rate. */
export function inScrap({ amount, currency }: Money, usd: number, worth: ScrapWorth): number {
  if (currency !== 'TF2') return (usd / 1000) * worth.perUsd;
  return keysIn(amount) * worth.perKey + weaponsIn(amount) / weaponsPerScrap;
}

// Tolerance for sums of fractions of keys
const tiny = 1e-6;

const rounded = (scrap: number, side: Side): number =>
  side === 'buy' ? Math.floor(scrap + tiny) : Math.ceil(scrap - tiny);

const refinedOf = (scrap: number): number => Math.floor((scrap * 100) / scrapPerRefined + tiny) / 100;

/** Converts scrap to whole keys and the rest in metal; null when it rounds to nothing. */
export function toKeysAndMetal(scrap: number, worth: ScrapWorth, side: Side): KeysAndMetal | null {
  const keys = Math.floor((scrap + tiny) / worth.perKey);
  const metal = refinedOf(rounded(Math.max(0, scrap - keys * worth.perKey), side));
  return keys === 0 && metal === 0 ? null : { keys, metal };
}

/** The scrap amounts just below and above the value of a key. */
export const keyByWorth = ({ perKey }: ScrapWorth): Readonly<Record<Side, KeysAndMetal>> => ({
  buy: { keys: 0, metal: refinedOf(Math.ceil(perKey - tiny) - 1) },
  sell: { keys: 0, metal: refinedOf(Math.floor(perKey + tiny) + 1) },
});

/** Converts scrap to metal only, as used for the price of a key itself. */
export function toMetal(scrap: number, side: Side): KeysAndMetal | null {
  const metal = refinedOf(rounded(scrap, side));
  return metal === 0 ? null : { keys: 0, metal };
}
