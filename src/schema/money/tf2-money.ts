/**
 * The smallest thing that is paid with is a craft weapon, half a scrap: a refined metal is 9 scrap or 18 weapons, and
 * its prices print with two decimals, 0.05 or 0.06 a weapon and 0.11 a scrap.
 */
export const weaponsPerRefined = 18;

const keyStep = 1_000_000;

/** So many whole keys and weapons as the amount of a TF2 price, or null where they are nothing or too many. */
export const tf2Amount = (keys: number, weapons: number): number | null => {
  if (!(Number.isInteger(keys) && keys >= 0 && keys < keyStep)) return null;
  if (!(Number.isInteger(weapons) && weapons >= 0 && weapons < keyStep)) return null;
  return keys * keyStep + weapons || null;
};

/** The keys in the amount of a TF2 price. */
export const keysIn = (amount: number): number => Math.floor(amount / keyStep);

/** The metal in the amount of a TF2 price, in weapons. */
export const weaponsIn = (amount: number): number => amount % keyStep;
