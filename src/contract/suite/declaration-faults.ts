import { type Game, marketplaces } from '../../schema/index.ts';
import type { Connector, Credential, PollableSource, QuotesOf, Source, WireRequest } from '../connector.ts';
import { permissions } from '../facts.ts';
import { demandedTwice, demandFaults } from './demand-faults.ts';
import { feeFaults } from './fee-faults.ts';
import { connectionFaults, feedFaults } from './feed-faults.ts';
import { isDate } from './stated-faults.ts';
import { termFaults } from './term-faults.ts';
import { when } from './when.ts';

/** The faults of a declaration, in words; empty when there are none. `known` is the registry that must contain it. */
export function declarationFaults(
  connector: Connector,
  folderName: string,
  known: readonly { readonly slug: string }[] = marketplaces,
): string[] {
  const { slug, sources } = connector;
  const names = sources.map(({ name }) => name);
  const credentials = connector.credentials.map(({ env }) => env);
  const unusedBudgets = Object.keys(connector.budgets).filter((name) => sources.every(({ budget }) => budget !== name));
  const unusedCredentials = credentials.filter((env) => sources.every(({ credential }) => credential !== env));
  return [
    ...when(slug !== folderName, `slug "${slug}" is not the folder name "${folderName}"`),
    ...when(!known.some((one) => one.slug === slug), `slug "${slug}" is not in schema/marketplace.ts`),
    ...when(connector.games.length === 0, 'no game is named'),
    ...when(new Set(connector.games).size !== connector.games.length, 'a game is named twice'),
    ...when(new Set(names).size !== names.length, 'two sources have one name'),
    ...unusedBudgets.map((name) => `budget "${name}" is not used by any source`),
    ...unusedCredentials.map((env) => `credential ${env} is not used by any source`),
    ...[connector.standing?.since, connector.rules?.on, ...sources.map(({ seen }) => seen?.on)]
      .filter((date) => date !== undefined && !isDate(date))
      .map((date) => `"${date}" is not a year, month or day`),
    ...when(
      connector.rules === undefined && sources.some(({ permission }) => permission === 'againstTerms'),
      'a source is against the terms: say in "rules" when and by whom that was found',
    ),
    ...pageFaults(connector),
    ...feeFaults(connector),
    ...demandFaults(connector),
    ...termFaults(connector),
    ...connector.credentials.flatMap(tokenFaults),
    ...connector.credentials
      .filter(({ carry }) => carry.in === 'cookie' && connector.bansAccounts === undefined)
      .map(({ env }) => `${env} is a log-in: say in "bansAccounts" whether it can be lost by asking on`),
    ...rivalFaults(connector),
    ...sources.flatMap((source) => sourceFaults(connector, source).map((fault) => `${source.name}: ${fault}`)),
  ];
}

function pageFaults({ itemPage, games }: Connector): string[] {
  const pages = games.map((game) => itemPage?.(game, 'AK-47 | Redline (Field-Tested)') ?? null);
  return pages
    .filter((page) => page !== null && !/^https:\/\/[^ |]+$/.test(page))
    .map((page) => `itemPage gives "${page}", which is not an https link`);
}

const madeUpSecret = 'name:password';

function tokenFaults({ env, carry }: Credential): string[] {
  if (carry.in !== 'token') return [];
  const { url } = carry.exchange(madeUpSecret);
  return [
    ...when(!url.startsWith('https://'), `${env}: "${url}" is not https`),
    ...when(/password/i.test(url), `${env}: the secret is in the URL; put it into a header or the body`),
    ...when(carry.tokenAt === '', `${env}: tokenAt is empty`),
    ...when(!(carry.lastsSeconds > 0), `${env}: lastsSeconds must be above 0`),
  ];
}

function listsAll({ yields, quotesOf }: Source & QuotesOf, kind: string): boolean {
  if (kind === 'item quote') return yields.includes('quote') && quotesOf !== 'variants';
  if (kind === 'variant quote') return yields.includes('quote') && quotesOf !== 'items';
  return yields.some((one) => one === kind);
}

/** Whatever a whole list omits is gone, so a second list would remove what only the first one contains. */
function rivalFaults({ games, sources }: Connector): string[] {
  const wholes = sources.filter(
    (source) =>
      source.kind === 'bulk' || (source.kind === 'walk' && source.covers === 'all' && source.insteadOf === undefined),
  ) as (Source & QuotesOf)[];
  return (['offer', 'buyOrder', 'item quote', 'variant quote'] as const).flatMap((kind) =>
    games.flatMap((game) => {
      const rivals = wholes.filter((source) => listsAll(source, kind) && (source.games ?? games).includes(game));
      return when(
        rivals.length > 1,
        `${rivals.map(({ name }) => name).join(' and ')} both claim to list every ${kind} of ${game}`,
      );
    }),
  );
}

/** The two take turns, so they must list the same. */
function replacementFaults({ sources }: Connector, source: Source): string[] {
  if (source.kind !== 'walk' || source.insteadOf === undefined) return [];
  const leadingSource = sources.find(({ name }) => name === source.insteadOf);
  if (leadingSource?.kind !== 'walk')
    return [`insteadOf names "${source.insteadOf}", which is no walk of this connector`];
  const listed = ({ covers, yields, games, credential }: typeof source) =>
    JSON.stringify([covers, [...yields].sort(), games, credential]);
  return when(
    source.covers !== 'all' || listed(source) !== listed(leadingSource),
    `it does not list the same as "${leadingSource.name}", which it replaces`,
  );
}

function sourceFaults(connector: Connector, source: Source): string[] {
  const { budget, credential } = source;
  const games = source.games ?? connector.games;
  return [
    ...when(!/^[a-z][a-z0-9-]*$/.test(source.name), 'the name is not kebab-case'),
    ...replacementFaults(connector, source),
    ...when(connector.budgets[budget] === undefined, `budget "${budget}" is not declared`),
    ...when(
      credential !== undefined && !connector.credentials.some(({ env }) => env === credential),
      `credential ${credential} is not declared`,
    ),
    ...games.filter((game) => !connector.games.includes(game)).map((game) => `the connector does not cover ${game}`),
    ...when(source.yields.length === 0, 'it yields nothing'),
    ...(source.yields.length > 0 && source.yields.every((kind) => kind === 'item') ? itemFaults(source) : []),
    ...when(!permissions.includes(source.permission), `permission must be one of ${permissions.join(', ')}`),
    ...(source.kind === 'feed' ? feedFaults(source, games) : polledFaults(source)),
  ];
}

const dayInSeconds = 86_400;

/** Of a source that tells only of items themselves. */
const itemFaults = (source: Source): string[] =>
  when(
    source.kind !== 'feed' && source.everySeconds < dayInSeconds,
    'what it tells of items does not change: everySeconds must be at least a day',
  );

const polledFaults = (source: PollableSource): string[] => [
  ...when(!(source.everySeconds > 0), 'everySeconds must be above 0'),
  ...kindFaults(source),
];

function kindFaults(source: PollableSource): string[] {
  if (source.kind === 'bulk') return [];
  if (source.kind === 'walk') return when(!(source.pages >= 1), 'pages must be at least 1');
  return [
    ...source.replaces
      .filter((kind) => !source.yields.includes(kind))
      .map((kind) => `it replaces ${kind}, which it does not yield`),
    ...when(source.pageRows !== undefined && source.replaces.length === 0, 'pageRows has no effect without replaces'),
    ...when(source.itemIds !== undefined && !(source.itemIds.everySeconds > 0), 'itemIds needs everySeconds above 0'),
    ...when(
      source.together !== undefined && (!(source.together.max > 1) || source.pageRows !== undefined),
      'together needs most above 1 and no pageRows',
    ),
  ];
}

/** The item for which the requests of a lookup are checked. */
export type Sample = { readonly item: string; readonly marketplaceItemId: string | null };

/** The faults of the requests of a source, in words. */
export function requestFaults(connector: Connector, source: Source, sample: Sample): string[] {
  const games = source.games ?? connector.games;
  if (source.kind === 'feed')
    return connectionFaults(source, games, (request, scheme) => faultsOfRequest(connector, request, scheme));
  const together = source.kind === 'lookup' ? source.together : undefined;
  const many = together && games.map((game) => together.request({ game, items: [sample, sampleBeside(sample)] }));
  const list = source.kind === 'lookup' ? source.itemIds : undefined;
  const ids = list && games.map((game) => list.request({ game }));
  const own = games.map((game) => requestFor(source, game, sample));
  return [own, ...(many ? [many] : []), ...(ids ? [ids] : [])].flatMap((requests) => [
    ...requests.flatMap((request, at) =>
      (request === null ? ['request gives null'] : faultsOfRequest(connector, request)).map(
        (fault) => `${games[at]}: ${fault}`,
      ),
    ),
    ...when(
      new Set(requests.map((request) => JSON.stringify(request))).size !== games.length,
      'two games have the same request',
    ),
  ]);
}

const sampleBeside = ({ item, marketplaceItemId }: Sample): Sample => ({
  item: `${item} 2`,
  marketplaceItemId: marketplaceItemId === null ? null : `${marketplaceItemId}2`,
});

export function requestFor(
  source: PollableSource,
  game: Game,
  { item, marketplaceItemId }: Sample,
): WireRequest | null {
  if (source.kind === 'bulk') return source.request({ game });
  if (source.kind === 'walk') return source.request({ game, cursor: null });
  return source.request({ game, item, marketplaceItemId });
}

function faultsOfRequest(connector: Connector, request: WireRequest, scheme = 'https:'): string[] {
  if (!URL.canParse(request.url)) return [`"${request.url}" is not a URL`];
  const url = new URL(request.url);
  const headers = Object.keys(request.headers ?? {}).map((name) => name.toLowerCase());
  const parameters = [...url.searchParams.keys(), ...Object.keys(request.query ?? {})];
  const carried = connector.credentials.flatMap(({ carry }) => {
    if (carry.in === 'header') return headers.filter((name) => name === carry.name.toLowerCase());
    if (carry.in === 'query') return parameters.filter((name) => name === carry.name);
    if (carry.in === 'token') return headers.filter((name) => name === carry.name.toLowerCase());
    if (carry.in === 'body') return Object.keys(request.body ?? {}).filter((name) => name === carry.name);
    return [];
  });
  return [
    ...when(url.protocol !== scheme, `"${request.url}" is not ${scheme.slice(0, -1)}`),
    ...when(url.username !== '' || url.password !== '', 'the URL holds a name or password'),
    ...when(
      headers.includes('cookie') || headers.includes('authorization'),
      'a request must not carry a secret; declare a credential',
    ),
    ...when(
      headers.includes('user-agent'),
      'the runtime says who asks; write agent: "compatible" if a site refuses it',
    ),
    ...carried.map((name) => `"${name}" must not be set; the runtime adds the credential`),
    ...demandedTwice(connector, url.host, headers),
  ];
}
