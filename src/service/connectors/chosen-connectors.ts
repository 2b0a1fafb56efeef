import type { Config } from '../../config/settings.ts';
import { type Budget, type Connector, runsUnasked, type Source } from '../../contract/connector.ts';
import { type Game, gameNamed, games, marketplaceNamed, StartRefused } from '../../schema/index.ts';

/** The connectors and games that the settings select; throws StartRefused when a name is not known. */
export function chosenConnectors(connectors: readonly Connector[], config: Config): readonly Connector[] {
  const wantedGames = config['collect.games'].map(gameOrThrow);
  const wantedSlugs = config['collect.only'].map((name) => slugOrThrow(connectors, name));
  return connectors
    .filter(({ slug }) => wantedSlugs.length === 0 || wantedSlugs.includes(slug))
    .map((connector) => withGrants(withGames(connector, wantedGames), config['collect.granted']))
    .filter((connector) => connector.games.length > 0);
}

/** What is read: marketplaces and, unless the settings say otherwise, data sets about their items. */
export const readConnectors = (
  connectors: readonly Connector[],
  { config, dataSets = [] }: { readonly config: Config; readonly dataSets?: readonly Connector[] },
): readonly Connector[] => {
  if (!config['collect.dataSets']) return connectors;
  const wantedGames = config['collect.games'].map(gameOrThrow);
  return [...connectors, ...dataSets.map((one) => withGames(one, wantedGames)).filter(({ games }) => games.length > 0)];
};

/** Every budget of which marketplaces grant some more than others, as collect.granted names it. */
export const grantable = (connectors: readonly Connector[]): readonly string[] =>
  connectors.flatMap(({ slug, budgets }) =>
    Object.entries(budgets).flatMap(([name, { granted }]) => (granted === undefined ? [] : [`${slug}/${name}`])),
  );

/** A connector whose named budgets are as large as the marketplace has granted. */
export function withGrants(connector: Connector, names: readonly string[]): Connector {
  const { slug, budgets } = connector;
  if (!names.some((name) => name.startsWith(`${slug}/`))) return connector;
  const larger = Object.entries(budgets).map(([name, budget]): [string, Budget] => {
    const { granted } = budget;
    if (granted === undefined || !names.includes(`${slug}/${name}`)) return [name, budget];
    const { requests, perSeconds } = granted;
    return [name, { ...budget, requests, perSeconds }];
  });
  return { ...connector, budgets: Object.fromEntries(larger) };
}

/** A connector reduced to some games, as are its sources that list games of their own. */
function withGames(connector: Connector, wanted: readonly Game[]): Connector {
  const cut = (covered: readonly Game[]): Game[] => covered.filter((game) => wanted.includes(game));
  return {
    ...connector,
    games: cut(connector.games),
    sources: connector.sources
      .map((source) => (source.games === undefined ? source : { ...source, games: cut(source.games) }))
      .filter(({ games }) => games === undefined || games.length > 0),
  };
}

const gameOrThrow = (name: string): Game => {
  const game = gameNamed(name);
  if (game === null)
    throw new StartRefused(`collect.games names "${name}", which is not a game; games are ${games.join(', ')}`);
  return game;
};

const slugOrThrow = (connectors: readonly Connector[], name: string): string => {
  const slug = marketplaceNamed(name)?.slug;
  const found = connectors.find((connector) => connector.slug === slug);
  if (found === undefined) {
    throw new StartRefused(
      `collect.only names "${name}", which cannot be collected; marketplaces are ${connectors.map((one) => one.slug).join(', ')}`,
    );
  }
  return found.slug;
};

/** A source runs if it is on by default, or if the settings enable it. */
export const isSwitchedOn = (
  config: Config,
  slug: string,
  source: Pick<Source, 'name' | 'evidence' | 'permission' | 'onRequest'>,
): boolean => {
  const enabled = config['collect.enable'];
  return runsUnasked(source) || enabled.includes('all') || enabled.includes(`${slug}/${source.name}`);
};
