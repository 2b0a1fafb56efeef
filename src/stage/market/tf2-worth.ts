import { liquidNames } from '../catalogue/liquid-names.ts';
import type { World } from './world.ts';

/** Price of a key in refined metal, as recorded in December 2025. */
export const refPerKey = 58.83;

/** Dollars per refined metal, with five decimals as published, based on the price of a key when the world started. */
export const dollarsPerRef = (world: World): number =>
  Math.round(((world.itemNamed('TF2', liquidNames.TF2)?.basePrice ?? 2.2) / refPerKey) * 1e5) / 1e5;

export type KeysAndMetal = {
  readonly keys: number;
  /** Refined metal as displayed: a craft weapon is 1/18, and decimals beyond two are cut off. */
  readonly metal: number;
  /** The whole price in refined metal. */
  readonly refined: number;
};

const printed = (refined: number): number => Math.floor((Math.round(refined * 18) / 18) * 100 + 1e-9) / 100;

/** Converts dollars to keys and metal, at least one weapon; a key itself is paid in metal. */
export const inKeysAndMetal = (world: World, usd: number, name: string): KeysAndMetal => {
  const refined = Math.max(1 / 18, usd / dollarsPerRef(world));
  const keys = name === liquidNames.TF2 ? 0 : Math.floor(refined / refPerKey);
  return { keys, metal: printed(refined - keys * refPerKey), refined };
};
