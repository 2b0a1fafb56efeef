import { keysIn, type Money, type Rate, weaponsIn } from '../../../schema/index.ts';

// How bots reckon: a refined metal is 9 scrap, a scrap two craft weapons, and 0.11 is how a scrap prints

const scrapPerRefined = 9;
const weaponsPerScrap = 2;

/** A price as bots write it; metal in refined, with two decimals. */
export type KeysAndMetal = { readonly keys: number; readonly metal: number };

/** What is paid is rounded down, what is asked is rounded up: so that no bot loses by it. */
export type Side = 'buy' | 'sell';

/** What keys and dollars are worth in scrap. */
export type ScrapWorth = { readonly perKey: number; readonly perUsd: number };

/** Null where the worth of keys and metal is not known. */
export function scrapWorthOf(rates: readonly Rate[]): ScrapWorth | null {
  const perUsd = (unit: Rate['currency']) => rates.find(({ currency }) => currency === unit)?.perUsd;
  const keys = perUsd('KEY');
  const refined = perUsd('REF');
  if (keys === undefined || refined === undefined) return null;
  return { perKey: (refined / keys) * scrapPerRefined, perUsd: refined * scrapPerRefined };
}

/** A price in scrap: as it was told where that was in keys and metal, else by what dollars are worth now. */
export function inScrap({ amount, currency }: Money, usd: number, worth: ScrapWorth): number {
  if (currency !== 'TF2') return (usd / 1000) * worth.perUsd;
  return keysIn(amount) * worth.perKey + weaponsIn(amount) / weaponsPerScrap;
}

// Of sums of fractions of keys
const tiny = 1e-6;

const rounded = (scrap: number, side: Side): number =>
  side === 'buy' ? Math.floor(scrap + tiny) : Math.ceil(scrap - tiny);

const refinedOf = (scrap: number): number => Math.floor((scrap * 100) / scrapPerRefined + tiny) / 100;

/** As many whole keys as there are in it, and the rest in metal; null where nothing is left of it. */
export function toKeysAndMetal(scrap: number, worth: ScrapWorth, side: Side): KeysAndMetal | null {
  const keys = Math.floor((scrap + tiny) / worth.perKey);
  const metal = refinedOf(rounded(Math.max(0, scrap - keys * worth.perKey), side));
  return keys === 0 && metal === 0 ? null : { keys, metal };
}

/** The scraps around what a key is worth. */
export const keyByWorth = ({ perKey }: ScrapWorth): Readonly<Record<Side, KeysAndMetal>> => ({
  buy: { keys: 0, metal: refinedOf(Math.ceil(perKey - tiny) - 1) },
  sell: { keys: 0, metal: refinedOf(Math.floor(perKey + tiny) + 1) },
});

/** A key itself is priced in metal alone. */
export function toMetal(scrap: number, side: Side): KeysAndMetal | null {
  const metal = refinedOf(rounded(scrap, side));
  return metal === 0 ? null : { keys: 0, metal };
}
