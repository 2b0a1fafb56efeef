import { upstreamProblems } from '../../config/config.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import {
  enterMarketplace,
  games,
  type Marketplace,
  marketplaceNamed,
  marketplaces,
  plain,
  StartRefused,
} from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';
import { upstreamConnectors } from '../../upstream/connectors.ts';
import { createLineage, type Lineage } from '../../upstream/lineage.ts';
import { serviceIdOf } from '../service-id.ts';
import { loadOwnConnectors, type OwnConnectors } from './load-own.ts';
import { openOwnIds } from './own-ids.ts';

export type GatheredConnectors = OwnConnectors & { readonly lineage: Lineage };

/**
 * The built-in connectors, with those that the settings add or substitute, in public order. Adds to the registry, so call it
 * before anything reads the registry. `keepsIds` saves newly assigned ids.
 */
export async function gatherConnectors(options: {
  readonly config: Config;
  readonly builtIn: readonly Connector[];
  readonly keepsIds: boolean;
}): Promise<GatheredConnectors> {
  const { config, builtIn, keepsIds } = options;
  const own = await ownOf(config, builtIn, keepsIds);
  const lineage = createLineage(serviceIdOf(config['data.folder'], keepsIds));
  const direct = [...builtIn, ...own.connectors];
  const taken = takenOf(config, direct, lineage).map((one) => withFacts(one, direct));
  const left = direct.filter(({ slug }) => !taken.some((one) => one.slug === slug));
  const indexes = new Map(marketplaces.map(({ slug }, index) => [slug, index]));
  const positionOf = ({ slug }: Connector): number => indexes.get(slug) ?? indexes.size;
  const connectors = [...left, ...taken].sort((a, b) => positionOf(a) - positionOf(b));
  return { connectors, broken: own.broken, lineage };
}

/** Gives an upstream connector the fees and terms of the direct one, as these do not depend on how it is read. */
function withFacts(taken: Connector, direct: readonly Connector[]): Connector {
  const { fees, terms } = direct.find(({ slug }) => slug === taken.slug) ?? {};
  return { ...taken, ...(fees !== undefined && { fees }), ...(terms !== undefined && { terms }) };
}

async function ownOf(config: Config, builtIn: readonly Connector[], keepsIds: boolean): Promise<OwnConnectors> {
  const folder = config['collect.connectors'];
  const ids = openOwnIds(config['data.folder']);
  const own = folder === '' ? { connectors: [], broken: [] } : await loadOwnConnectors({ folder, builtIn, ids });
  for (const marketplace of ids.left()) enterMarketplace(marketplace);
  if (keepsIds) ids.keep();
  return own;
}

/** Connectors of the marketplaces that are read from another service. */
function takenOf(config: Config, direct: readonly Connector[], lineage: Lineage): readonly Connector[] {
  const url = config['upstream.url'];
  const names = config['upstream.marketplaces'];
  if (url === '' && names.length === 0) return [];
  const [problem] = upstreamProblems(config);
  if (problem !== undefined) throw new StartRefused(problem);
  return upstreamConnectors({
    url,
    marketplaces: [...new Set(names.map(marketplaceOrThrow))],
    gamesOf: ({ slug }) => direct.find((connector) => connector.slug === slug)?.games ?? games,
    requestsPerMinute: config['upstream.requestsPerMinute'],
    lineage,
  });
}

function marketplaceOrThrow(text: string): Marketplace {
  const found = marketplaceNamed(text);
  if (found !== null) return found;
  const near = nearest(plain(text), marketplaces, ({ name, slug, aliases }) => [name, slug, ...aliases].map(plain));
  const hint = near === null ? '/registry.json lists the known ones' : `did you mean ${near.name}?`;
  throw new StartRefused(`upstream.marketplaces names "${text}", which is not known; ${hint}`);
}
