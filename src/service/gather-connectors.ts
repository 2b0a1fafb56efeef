import type { Config } from '../config.ts';
import type { Connector } from '../contract/connector.ts';
import { enterMarketplace, marketplaces } from '../schema/index.ts';
import { loadOwnConnectors, type OwnConnectors } from './own-connectors/load.ts';
import { openOwnIds } from './own-connectors/own-ids.ts';

/**
 * The connectors of this project and those that the settings add, in public order. Adds to the registry, so nothing may
 * have read it before. `keepsIds` writes down the ids that were given to new marketplaces.
 */
export async function gatherConnectors(options: {
  readonly config: Config;
  readonly builtIn: readonly Connector[];
  readonly keepsIds: boolean;
}): Promise<OwnConnectors> {
  const { config, builtIn, keepsIds } = options;
  const own = await ownOf(config, builtIn, keepsIds);
  const places = new Map(marketplaces.map(({ slug }, place) => [slug, place]));
  const placeOf = ({ slug }: Connector): number => places.get(slug) ?? places.size;
  return {
    connectors: [...builtIn, ...own.connectors].sort((a, b) => placeOf(a) - placeOf(b)),
    broken: own.broken,
  };
}

async function ownOf(config: Config, builtIn: readonly Connector[], keepsIds: boolean): Promise<OwnConnectors> {
  const folder = config['collect.connectors'];
  const ids = openOwnIds(config['data.folder']);
  const own = folder === '' ? { connectors: [], broken: [] } : await loadOwnConnectors({ folder, builtIn, ids });
  for (const marketplace of ids.left()) enterMarketplace(marketplace);
  if (keepsIds) ids.keep();
  return own;
}
