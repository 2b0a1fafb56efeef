import { type Prices, type Rate, tf2Amount, weaponsPerRefined } from '../../../src/schema/index.ts';
import { buyOrderRecord, offerRecord, startAt } from '../api/served-api.ts';

export const backpackTf = 26;
export const stnTf = 33;

const refPerKey = 60;
const usdPerRef = 0.025;

const rated = (currency: 'KEY' | 'REF', perUsd: number): Rate => ({
  currency,
  perUsd,
  ratedAt: startAt,
  source: 'test',
});

/** A key is 60 refined, a refined 2.5 cents. */
export const tf2Rates: readonly Rate[] = [rated('KEY', 1 / (refPerKey * usdPerRef)), rated('REF', 1 / usdPerRef)];

/** A price as backpack.tf writes it; a scrap is 0.11 of a refined. */
const priced = (keys: number, refined: number) => {
  const weapons = Math.round(refined * 9) * 2;
  const usd = Math.round((keys * refPerKey + weapons / weaponsPerRefined) * usdPerRef * 1000);
  const prices: Prices = { USD: usd, EUR: null, CNY: null, RUB: null };
  return { price: { amount: tf2Amount(keys, weapons) ?? 1, currency: 'TF2' as const }, prices };
};

export const askIn = (name: string, id: string, keys: number, refined: number) => ({
  ...offerRecord('TF2', name, id, 1),
  ...priced(keys, refined),
  tradableAt: 0,
});

export const bidIn = (name: string, id: string, keys: number, refined: number) => ({
  ...buyOrderRecord('TF2', name, id, 1),
  ...priced(keys, refined),
});
