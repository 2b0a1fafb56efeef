// Arithmetic of bots: a refined metal is 9 scrap, a scrap is two craft weapons and is written 0.11

const scrapPerRefined = 9;
const weaponsPerScrap = 2;

/** Metal has two decimals, and is a whole number of weapons. */
const scrapIn = (refined) => Math.round(refined * scrapPerRefined * weaponsPerScrap) / weaponsPerScrap;

/** The values of a key and a dollar in scrap, from the rates of the service; null while they are not known. */
export function scrapWorthOf(rates) {
  const [keys, refined] = ['KEY', 'REF'].map((unit) => rates.find(({ currency }) => currency === unit)?.perUSD);
  if (keys === undefined || refined === undefined) return null;
  return { perKey: (refined / keys) * scrapPerRefined, perUsd: refined * scrapPerRefined };
}

/** A price in scrap: directly from keys and metal, otherwise from its dollar price; null if neither is known. */
export function inScrap({ native, priceUSD }, worth) {
  if (native?.currency === 'KEY') return native.amount * worth.perKey + scrapIn(native.metal ?? 0);
  if (native?.currency === 'REF') return scrapIn(native.amount);
  return priceUSD === null ? null : priceUSD * worth.perUsd;
}

// Tolerance for sums of fractions of keys
const tiny = 1e-6;

/** Buy prices are rounded down and sell prices up, so that bots do not lose by rounding. */
const rounded = (scrap, side) => (side === 'buy' ? Math.floor(scrap + tiny) : Math.ceil(scrap - tiny));

const refinedOf = (scrap) => Math.floor((scrap * 100) / scrapPerRefined + tiny) / 100;

/** Converts scrap to whole keys and the rest in metal; null when it rounds to nothing. */
export function toKeysAndMetal(scrap, worth, side) {
  const keys = Math.floor((scrap + tiny) / worth.perKey);
  const metal = refinedOf(rounded(Math.max(0, scrap - keys * worth.perKey), side));
  return keys === 0 && metal === 0 ? null : { keys, metal };
}

/** Converts scrap to metal only, as used for the price of a key itself. */
export function toMetal(scrap, side) {
  const metal = refinedOf(rounded(scrap, side));
  return metal === 0 ? null : { keys: 0, metal };
}

/** The scrap amounts just below and above the value of a key. */
export const keyByWorth = ({ perKey }) => ({
  buy: { keys: 0, metal: refinedOf(Math.ceil(perKey - tiny) - 1) },
  sell: { keys: 0, metal: refinedOf(Math.floor(perKey + tiny) + 1) },
});
