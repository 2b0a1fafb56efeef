import { connectors } from '../../src/connectors/index.ts';
import type { Connector } from '../../src/contract/connector.ts';

/** Enough to have every kind of source, price form and game; all of them at once leave two cores no time to be asked anything. */
export const usualConnectors: readonly Connector[] = connectors.filter(({ slug }) =>
  [
    'buff163',
    'csfloat',
    'skinport',
    'dmarket',
    'market-csgo',
    'bitskins',
    'csgoempire',
    'shadowpay',
    'lis-skins',
    'white-market',
    'backpack-tf',
    'steam-market',
  ].includes(slug),
);
