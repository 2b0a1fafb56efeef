import type { Connector } from '../contract/connector.ts';
import { buff163 } from './buff163/index.ts';
import { csfloat } from './csfloat/index.ts';
import { dmarket } from './dmarket/index.ts';
import { marketCsgo } from './market-csgo/index.ts';
import { skinport } from './skinport/index.ts';
import { steamMarket } from './steam-market/index.ts';

/** Every connector, in registry order. */
export const connectors: readonly Connector[] = [buff163, csfloat, skinport, dmarket, marketCsgo, steamMarket];
