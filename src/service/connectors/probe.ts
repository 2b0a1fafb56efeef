import { createCollector, type OnceResult, type Sink } from '../../collect/collector.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector, Source } from '../../contract/connector.ts';
import { systemClock } from '../../runtime/clock.ts';
import { type Game, games, marketplaceNamed, marketplaceWithSlug } from '../../schema/index.ts';
import { userAgentIn } from '../version.ts';
import { withGrants } from './chosen-connectors.ts';
import { type ItemIds, openItemIds } from './item-ids.ts';
import type { OwnConnectors } from './load-own.ts';

/** The result of one request. `item` and `itemId` are what a lookup requested, null for other sources. */
export type ProbeResult = OnceResult & { readonly item: string | null; readonly itemId: string | null };

/** Reads single sources of one marketplace once, for people who want to see the result; stores nothing. */
export type Probe = {
  readonly slug: string;
  readonly sources: readonly {
    readonly source: Source;
    readonly games: readonly Game[];
    readonly missingCredential: string | null;
  }[];
  /** How the operator gets a credential. */
  readonly about: (credential: string) => string;
  /** Why the budget of a source keeps it from being asked now, if it would have to wait long; else null. */
  readonly hindrance: (source: string) => string | null;
  readonly ask: (source: string, game: Game, item?: string, listenSeconds?: number) => Promise<ProbeResult>;
  readonly stop: () => Promise<void>;
};

/** How long a person waits for a budget. */
const timeoutMs = 60_000;

// Traded on nearly every marketplace of the game; for lookups without a named item
const commonItems: Readonly<Record<Game, string>> = {
  CS2: 'AK-47 | Redline (Field-Tested)',
  Dota2: 'Exalted Manifold Paradox',
  Rust: 'Big Grin',
  TF2: 'Mann Co. Supply Crate Key',
};

export function createProbe(options: {
  readonly config: Config;
  readonly secrets: (name: string) => string | null;
  readonly marketplace: string | undefined;
  readonly gathered: OwnConnectors;
  /** By default those of collect.itemIds. */
  readonly itemIds?: ItemIds;
}): Probe {
  const { config, secrets, itemIds = openItemIds(config['collect.itemIds']) } = options;
  const connector = withGrants(connectorNamed(options.marketplace, options.gathered), config['collect.granted']);
  /** Item ids learnt from earlier answers, by game and name. */
  const learnt = new Map<Game, Map<string, string>>(games.map((game) => [game, new Map()]));
  const waits = createBudgetWaits(connector);
  const { id } = marketplaceWithSlug(connector.slug);
  const itemIdOf = (game: Game, name: string): string | null => learnt.get(game)?.get(name) ?? itemIds(id, game, name);
  const defaultItem = (game: Game): string => {
    const [known] = learnt.get(game)?.keys() ?? [];
    return known === undefined || itemIdOf(game, commonItems[game]) !== null ? commonItems[game] : known;
  };
  const collector = createCollector({
    connectors: [connector],
    secrets,
    sink: noSink,
    random: Math.random,
    clock: systemClock,
    relay: config['collect.relay'] || null,
    log: { debug: () => undefined },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: (_, game, name) => itemIdOf(game, name),
    userAgent: userAgentIn(config),
  });
  return {
    slug: connector.slug,
    sources: connector.sources.map((source) => ({
      source,
      games: (source.games ?? connector.games).filter((game) => games.includes(game)),
      missingCredential:
        source.credential !== undefined && secrets(source.credential) === null ? source.credential : null,
    })),
    about: (credential) => connector.credentials.find(({ env }) => env === credential)?.about ?? '',
    hindrance: waits.hindrance,
    async ask(name, game, item = defaultItem(game), listenSeconds?: number) {
      const result = await collector.runOnce(connector.slug, name, game, item, listenSeconds);
      waits.note(name, result.nextAt);
      for (const record of result.records) {
        if (record.kind !== 'quote' || record.marketplaceItemId === null) continue;
        learnt.get(record.game)?.set(record.name, record.marketplaceItemId);
      }
      const isLookup = connector.sources.some((source) => source.name === name && source.kind === 'lookup');
      return { ...result, item: isLookup ? item : null, itemId: isLookup ? itemIdOf(game, item) : null };
    },
    stop: collector.stop,
  };
}

/** No marketplace is named, or one that is not collected. */
export class UnknownMarketplace extends Error {}

function connectorNamed(marketplace: string | undefined, { connectors, broken }: OwnConnectors): Connector {
  const slug = marketplace === undefined ? undefined : marketplaceNamed(marketplace)?.slug;
  const connector = connectors.find((one) => one.slug === slug);
  if (connector !== undefined) return connector;
  const spoilt = broken.find((one) => one.slug === marketplace);
  if (spoilt !== undefined) throw new Error(`${spoilt.path} could not be loaded: ${spoilt.reason}`);
  const found =
    marketplace === undefined ? 'no marketplace is named' : `"${marketplace}" is not a marketplace that is collected`;
  throw new UnknownMarketplace(`${found}; marketplaces are ${connectors.map((one) => one.slug).join(', ')}`);
}

/** Remembers from when on the budget of each source allows a request. */
function createBudgetWaits({ sources }: Connector) {
  /** In epoch milliseconds. */
  const nextAt = new Map<string | undefined, number>();
  const budgetOf = (name: string) => sources.find((source) => source.name === name)?.budget;
  return {
    note(name: string, at: number): void {
      nextAt.set(budgetOf(name), at);
    },
    hindrance: (name: string): string | null => {
      const waitMs = (nextAt.get(budgetOf(name)) ?? 0) - systemClock.now();
      return waitMs > timeoutMs ? `its budget allows no request for ${Math.ceil(waitMs / 1000)} s` : null;
    },
  };
}

const nothing = async (): Promise<void> => undefined;

const noSink: Sink = {
  take: nothing,
  sweep: nothing,
  sweepItem: nothing,
  confirm: nothing,
  ran: () => undefined,
  gap: () => undefined,
  readingEnded: () => undefined,
};
