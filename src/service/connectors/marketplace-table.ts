import {
  type Connector,
  type Evidence,
  type Permission,
  runsUnasked,
  type Source,
  type Standing,
} from '../../contract/connector.ts';
import { permissions } from '../../contract/facts.ts';
import {
  type Fee,
  type Game,
  marketplaceWithSlug,
  type RecordKind,
  type Terms,
  withSteamRules,
} from '../../schema/index.ts';
import { type DemandRow, demandRows } from './demand-text.ts';
import { amountText, payoutText, publicMoneyText, statedText } from './terms-text.ts';

/** One marketplace as the README, the command line and the documentation show it. */
export type MarketplaceRow = {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly games: readonly Game[];
  /** Whether it is in business; null where that is not known. */
  readonly standing: Standing | null;
  readonly fees: readonly Fee[];
  readonly demands: readonly DemandRow[];
  readonly terms: Terms;
  readonly reads: readonly {
    readonly what: string;
    /** Environment name of the credential without which it cannot be read, or null. */
    readonly credential: string | null;
    readonly evidence: Evidence;
    readonly permission: Permission;
    /** When somebody outside the project last read it, as far as known: a year, month or day, or null. */
    readonly seenOn: string | null;
    /** Whether it is off until `collect.enable` names its source. */
    readonly isOff: boolean;
  }[];
};

const phrasings: readonly (readonly [RecordKind, string])[] = [
  ['quote', 'lowest price'],
  ['offer', 'offers'],
  ['buyOrder', 'buy orders'],
  ['sale', 'sales'],
  ['pastPrice', 'past prices'],
  ['item', 'rarity, hero or type of items'],
];

const ranks: readonly Evidence[] = ['recorded', 'documented', 'inferred'];

// The source that needs least from the operator comes first
const easiest = (one: Source, other: Source): number =>
  Number(runsUnasked(other)) - Number(runsUnasked(one)) ||
  Number(one.credential !== undefined) - Number(other.credential !== undefined) ||
  ranks.indexOf(one.evidence) - ranks.indexOf(other.evidence);

/** Derived only from the declaration of the connector. */
export function marketplaceRow(connector: Connector): MarketplaceRow {
  const { id, name, slug } = marketplaceWithSlug(connector.slug);
  const reads = phrasings.flatMap(([kind, what]) => {
    const [source] = connector.sources.filter(({ yields }) => yields.includes(kind)).sort(easiest);
    if (source === undefined) return [];
    const { credential = null, evidence, permission } = source;
    const seenOn = source.seen?.on ?? null;
    return [{ what, credential, evidence, permission, seenOn, isOff: !runsUnasked(source) }];
  });
  const { games, standing = null, fees = [], terms = {} } = connector;
  const told = withSteamRules(terms, games);
  return { id, name, slug, games, standing, fees, terms: told, demands: demandRows(connector), reads };
}

/** "recorded: offers; inferred: sales". */
const grouped = <Word extends string>(
  reads: MarketplaceRow['reads'],
  words: readonly Word[],
  wordOf: (read: MarketplaceRow['reads'][number]) => Word,
): string =>
  words
    .flatMap((word) => {
      const found = reads.filter((read) => wordOf(read) === word).map(({ what }) => what);
      return found.length === 0 ? [] : [`${word}: ${found.join(', ')}`];
    })
    .join('; ');

/** The table of the README. */
export function marketplaceTable(connectors: readonly Connector[]): string {
  const lines = connectors.map((connector) => {
    const { name, games, standing, fees, terms, reads } = marketplaceRow(connector);
    const cells = [
      name,
      games.join(', '),
      reads.map(({ what }) => what).join(', '),
      keysOf(reads),
      grouped(reads, ranks, ({ evidence }) => evidence),
      grouped(reads, permissions, ({ permission }) => permission).replace('againstTerms', 'against its terms'),
      seenOf(reads),
      standing === null ? '' : standingText(standing),
      feesText(fees),
      payoutText(terms),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = [
    'Marketplace',
    'Games',
    'What is read',
    'Key needed',
    'Evidence',
    'Interface',
    'Last seen by others',
    'In business',
    'Fee',
    'Payout',
  ];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}

/** "open (2026-07-18)", "closed since 2025-11". */
export const standingText = ({ state, since }: Standing): string =>
  state === 'open' ? `open (${since})` : `${state} since ${since}`;

/** The fees for the ordinary method, such as "8 % paid by the seller (2026-09-01)". */
export function feesText(fees: readonly Fee[]): string {
  const texts = fees
    .filter(({ method }) => method === undefined)
    .map((fee) => {
      const parts = [
        amountText(fee),
        `paid by the ${fee.side}`,
        ...(fee.from === undefined ? [] : [`for prices from ${publicMoneyText(fee.from)}`]),
        `(${statedText(fee)})`,
      ];
      return parts.join(' ');
    });
  return texts.length === 0 ? 'not known' : texts.join('; ');
}

/** Newest first: "2026-08: lowest price; 2026-07: offers, sales". */
function seenOf(reads: MarketplaceRow['reads']): string {
  const dates = [...new Set(reads.flatMap(({ seenOn }) => (seenOn === null ? [] : [seenOn])))].sort().reverse();
  const groups = dates.map((date) => {
    const found = reads.filter(({ seenOn }) => seenOn === date).map(({ what }) => what);
    return `${date}: ${found.join(', ')}`;
  });
  return groups.length === 0 ? 'not dated' : groups.join('; ');
}

const keysOf = (reads: MarketplaceRow['reads']): string => {
  const names = [...new Set(reads.flatMap(({ credential }) => (credential === null ? [] : [credential])))];
  if (names.length === 0) return 'none';
  return names
    .map(
      (name) =>
        `\`${name}\` for ${reads
          .filter(({ credential }) => credential === name)
          .map(({ what }) => what)
          .join(', ')}`,
    )
    .join('; ');
};
