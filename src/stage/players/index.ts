import type { Player } from '../player.ts';
import { backpackTf } from './backpack-tf.ts';
import { bitskins } from './bitskins.ts';
import { buff163 } from './buff163.ts';
import { csfloat } from './csfloat.ts';
import { csgoempire } from './csgoempire.ts';
import { dmarket } from './dmarket.ts';
import { lisSkins } from './lis-skins.ts';
import { marketCsgo } from './market-csgo.ts';
import { pictureHosts } from './picture-hosts.ts';
import { cbr, ecb } from './rates.ts';
import { shadowpay } from './shadowpay.ts';
import { skinport } from './skinport.ts';
import { steamMarket } from './steam-market.ts';
import { whiteMarket } from './white-market.ts';

/** Everyone the stage can play. */
export const players: readonly Player[] = [
  backpackTf,
  bitskins,
  buff163,
  csfloat,
  csgoempire,
  dmarket,
  lisSkins,
  marketCsgo,
  shadowpay,
  skinport,
  steamMarket,
  whiteMarket,
  pictureHosts,
  ecb,
  cbr,
];
