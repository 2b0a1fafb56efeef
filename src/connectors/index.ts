import type { Connector } from '../contract/connector.ts';
import { avanMarket } from './avan-market/index.ts';
import { backpackTf } from './backpack-tf/index.ts';
import { bitskins } from './bitskins/index.ts';
import { buff163 } from './buff163/index.ts';
import { buffmarket } from './buffmarket/index.ts';
import { c5game } from './c5game/index.ts';
import { csDeals } from './cs-deals/index.ts';
import { csTrade } from './cs-trade/index.ts';
import { csfloat } from './csfloat/index.ts';
import { csgo500 } from './csgo500/index.ts';
import { csgoempire } from './csgoempire/index.ts';
import { csmoney } from './csmoney/index.ts';
import { csmoneyTrade } from './csmoney-trade/index.ts';
import { dmarket } from './dmarket/index.ts';
import { dupeFi } from './dupe-fi/index.ts';
import { ecosteam } from './ecosteam/index.ts';
import { gamerpay } from './gamerpay/index.ts';
import { haloskins } from './haloskins/index.ts';
import { igxe } from './igxe/index.ts';
import { itradeGg } from './itrade-gg/index.ts';
import { lisSkins } from './lis-skins/index.ts';
import { lootFarm } from './loot-farm/index.ts';
import { manncoStore } from './mannco-store/index.ts';
import { marketCsgo } from './market-csgo/index.ts';
import { pirateswap } from './pirateswap/index.ts';
import { rapidskins } from './rapidskins/index.ts';
import { shadowpay } from './shadowpay/index.ts';
import { skinLand } from './skin-land/index.ts';
import { skinbaron } from './skinbaron/index.ts';
import { skinbid } from './skinbid/index.ts';
import { skinflow } from './skinflow/index.ts';
import { skinout } from './skinout/index.ts';
import { skinplace } from './skinplace/index.ts';
import { skinport } from './skinport/index.ts';
import { skinsCom } from './skins-com/index.ts';
import { skinsmonkey } from './skinsmonkey/index.ts';
import { skinswap } from './skinswap/index.ts';
import { steamMarket } from './steam-market/index.ts';
import { stnTf } from './stn-tf/index.ts';
import { swapGg } from './swap-gg/index.ts';
import { tradeit } from './tradeit/index.ts';
import { uuskins } from './uuskins/index.ts';
import { waxpeer } from './waxpeer/index.ts';
import { whiteMarket } from './white-market/index.ts';
import { youpin898 } from './youpin898/index.ts';

/** Every connector, in registry order. */
export const connectors: readonly Connector[] = [
  buff163,
  csfloat,
  skinport,
  dmarket,
  waxpeer,
  marketCsgo,
  bitskins,
  youpin898,
  c5game,
  buffmarket,
  csgoempire,
  csgo500,
  shadowpay,
  lisSkins,
  skinbaron,
  whiteMarket,
  csDeals,
  manncoStore,
  csmoney,
  tradeit,
  skinsmonkey,
  lootFarm,
  swapGg,
  gamerpay,
  haloskins,
  backpackTf,
  steamMarket,
  pirateswap,
  skinout,
  igxe,
  ecosteam,
  skinbid,
  stnTf,
  rapidskins,
  uuskins,
  csTrade,
  skinLand,
  skinsCom,
  dupeFi,
  skinflow,
  skinplace,
  skinswap,
  avanMarket,
  itradeGg,
  csmoneyTrade,
];
