import type { Player } from '../player.ts';
import { avanMarket } from './avan-market.ts';
import { backpackTf } from './backpack-tf.ts';
import { bitskins } from './bitskins.ts';
import { buff163 } from './buff163.ts';
import { buffmarket } from './buffmarket.ts';
import { c5game } from './c5game.ts';
import { csDeals } from './cs-deals.ts';
import { csTrade } from './cs-trade.ts';
import { csfloat } from './csfloat.ts';
import { csgo500 } from './csgo500.ts';
import { csgoempire } from './csgoempire.ts';
import { csmoney } from './csmoney.ts';
import { dmarket } from './dmarket.ts';
import { dupeFi } from './dupe-fi.ts';
import { ecosteam } from './ecosteam.ts';
import { gamerpay } from './gamerpay.ts';
import { haloskins } from './haloskins.ts';
import { igxe } from './igxe.ts';
import { itradeGg } from './itrade-gg.ts';
import { lisSkins } from './lis-skins.ts';
import { lootFarm } from './loot-farm.ts';
import { manncoStore } from './mannco-store.ts';
import { marketCsgo } from './market-csgo.ts';
import { pictureHosts } from './picture-hosts.ts';
import { pirateswap } from './pirateswap.ts';
import { rapidskins } from './rapidskins.ts';
import { cbr, ecb, pricedb } from './rates.ts';
import { shadowpay } from './shadowpay.ts';
import { skinLand } from './skin-land.ts';
import { skinbaron } from './skinbaron.ts';
import { skinbid } from './skinbid.ts';
import { skinflow } from './skinflow.ts';
import { skinout } from './skinout.ts';
import { skinplace } from './skinplace.ts';
import { skinport } from './skinport.ts';
import { skinsCom } from './skins-com.ts';
import { skinsmonkey } from './skinsmonkey.ts';
import { skinswap } from './skinswap.ts';
import { steamMarket } from './steam-market.ts';
import { stnTf } from './stn-tf.ts';
import { swapGg } from './swap-gg.ts';
import { tradeit } from './tradeit.ts';
import { uuskins } from './uuskins.ts';
import { waxpeer } from './waxpeer.ts';
import { whiteMarket } from './white-market.ts';
import { youpin898 } from './youpin898.ts';

/** Everyone the stage can play. */
export const players: readonly Player[] = [
  avanMarket,
  backpackTf,
  bitskins,
  buff163,
  buffmarket,
  c5game,
  csDeals,
  csTrade,
  csfloat,
  csgo500,
  csgoempire,
  csmoney,
  dmarket,
  dupeFi,
  ecosteam,
  gamerpay,
  haloskins,
  igxe,
  itradeGg,
  lisSkins,
  lootFarm,
  manncoStore,
  marketCsgo,
  pirateswap,
  rapidskins,
  shadowpay,
  skinLand,
  skinbaron,
  skinbid,
  skinflow,
  skinout,
  skinplace,
  skinport,
  skinsCom,
  skinsmonkey,
  skinswap,
  steamMarket,
  stnTf,
  swapGg,
  tradeit,
  uuskins,
  waxpeer,
  whiteMarket,
  youpin898,
  pictureHosts,
  ecb,
  cbr,
  pricedb,
];
