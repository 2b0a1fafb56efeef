import type { Player } from '../player.ts';
import { buff163 } from './buff163.ts';
import { csfloat } from './csfloat.ts';
import { dmarket } from './dmarket.ts';
import { marketCsgo } from './market-csgo.ts';
import { cbr, ecb } from './rates.ts';
import { skinport } from './skinport.ts';
import { steamMarket } from './steam-market.ts';

/** Everyone the stage can play. */
export const players: readonly Player[] = [buff163, csfloat, dmarket, marketCsgo, skinport, steamMarket, ecb, cbr];
