import { connectors } from '../../../src/connectors/index.ts';
import type { Connector } from '../../../src/contract/connector.ts';

/**
 * Enough to have every kind of source, price form and game; all connectors at once would keep two cores too busy to
 * answer requests.
 */
export const defaultConnectors: readonly Connector[] = connectors.filter(({ slug }) =>
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
