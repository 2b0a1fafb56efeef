/**
 * The smallest unit of payment is a craft weapon, half a scrap. A refined metal is 9 scrap or 18 weapons; prices in refined
 * are written with two decimals, so a weapon is 0.05 or 0.06 and a scrap 0.11.
 */
export const weaponsPerRefined = 18;

const keyStep = 1_000_000;

/** Packs whole keys and weapons into the amount of a TF2 price; null when both are 0 or one is out of range. */
export const tf2Amount = (keys: number, weapons: number): number | null => {
  if (!(Number.isInteger(keys) && keys >= 0 && keys < keyStep)) return null;
  if (!(Number.isInteger(weapons) && weapons >= 0 && weapons < keyStep)) return null;
  return keys * keyStep + weapons || null;
};

/** The keys in the amount of a TF2 price. */
export const keysIn = (amount: number): number => Math.floor(amount / keyStep);

/** The metal in the amount of a TF2 price, in weapons. */
export const weaponsIn = (amount: number): number => amount % keyStep;
