import type { Player } from '../player.ts';
import { buff163 } from './buff/buff163.ts';
import { buffmarket } from './buff/buffmarket.ts';
import { c5game } from './c5/c5game.ts';
import { haloskins } from './c5/haloskins.ts';
import { igxe } from './c5/igxe.ts';
import { csgoApi } from './csgo-api.ts';
import { backpackTf } from './feeds/backpack-tf.ts';
import { bitskins } from './feeds/bitskins.ts';
import { csgoempire } from './feeds/csgoempire.ts';
import { lisSkins } from './feeds/lis-skins.ts';
import { manncoStore } from './feeds/mannco-store.ts';
import { shadowpay } from './feeds/shadowpay.ts';
import { skinport } from './feeds/skinport.ts';
import { waxpeer } from './feeds/waxpeer.ts';
import { whiteMarket } from './feeds/white-market.ts';
import { avanMarket } from './lists/avan-market.ts';
import { csDeals } from './lists/cs-deals.ts';
import { csTrade } from './lists/cs-trade.ts';
import { csgo500 } from './lists/csgo500.ts';
import { itradeGg } from './lists/itrade-gg.ts';
import { lootFarm } from './lists/loot-farm.ts';
import { pirateswap } from './lists/pirateswap.ts';
import { rapidskins } from './lists/rapidskins.ts';
import { skinLand } from './lists/skin-land.ts';
import { skinflow } from './lists/skinflow.ts';
import { skinsCom } from './lists/skins-com.ts';
import { skinsmonkey } from './lists/skinsmonkey.ts';
import { skinswap } from './lists/skinswap.ts';
import { swapGg } from './lists/swap-gg.ts';
import { csfloat } from './lookups/csfloat.ts';
import { csmoney } from './lookups/csmoney.ts';
import { dmarket } from './lookups/dmarket.ts';
import { dupeFi } from './lookups/dupe-fi.ts';
import { gamerpay } from './lookups/gamerpay.ts';
import { marketCsgo } from './lookups/market-csgo.ts';
import { skinbaron } from './lookups/skinbaron.ts';
import { skinbid } from './lookups/skinbid.ts';
import { skinout } from './lookups/skinout.ts';
import { skinplace } from './lookups/skinplace.ts';
import { stnTf } from './lookups/stn-tf.ts';
import { tradeit } from './lookups/tradeit.ts';
import { ecosteam } from './merchants/ecosteam.ts';
import { uuskins } from './merchants/uuskins.ts';
import { youpin898 } from './merchants/youpin898.ts';
import { pictureHosts } from './picture-hosts.ts';
import { cbr, ecb, pricedb } from './rates.ts';
import { steamMarket } from './steam/steam-market.ts';

/** All players of the stage. */
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
  csgoApi,
  ecb,
  cbr,
  pricedb,
];
