import {
  type DealFlag,
  type DealSort,
  type DealWay,
  dealFlags,
  dealSorts,
  dealWays,
  type Game,
  type Phase,
} from '../../schema/index.ts';

/** Parts of the stream that tell how something stands, which is reckoned from changes and is none of them. */
export const standingChannels = ['best', 'deals'] as const;
export type StandingChannel = (typeof standingChannels)[number];

/** Whose best prices are told. */
export type BestWish = {
  readonly channel: 'best';
  readonly game: Game;
  /** Over which the best is found; null is all. */
  readonly marketplaceIds: readonly number[] | null;
  /** Null is every item. */
  readonly items: readonly string[] | null;
  /** Words that the name of an item holds. */
  readonly query: string | null;
  /** Null is whole items and all their variants. */
  readonly phases: readonly Phase[] | null;
};

/** Which deals are told. Amounts are in dollars. */
export type DealWish = {
  readonly channel: 'deals';
  readonly game: Game;
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
  readonly ways: readonly DealWay[];
  readonly without: readonly DealFlag[];
  readonly sort: DealSort;
  readonly limit: number;
  readonly minProfit: number;
  readonly minPercent: number;
  readonly maxPrice: number | null;
  readonly maxAgeSeconds: number | null;
};

export type StandingWish = BestWish | DealWish;

/** Fields of a subscription that only deals are chosen by. */
export const dealKeys = [
  'from',
  'to',
  'way',
  'without',
  'sort',
  'limit',
  'minProfit',
  'minPercent',
  'maxPrice',
  'maxAgeSeconds',
] as const;

const usualDeals = 50;
const mostDeals = 500;
const mostAgeSeconds = 31_536_000;
const mostWords = 256;

/** How the fields of a subscription are read; whatever is wrong with one is refused. */
export type FieldReader = {
  readonly words: <Word extends string>(key: string, known: readonly Word[]) => readonly Word[] | null;
  readonly number: (key: string, most: number) => number | null;
  readonly text: (key: string, longest: number) => string | null;
  /** Null where all are meant. */
  readonly marketplaceIds: (key: string) => readonly number[] | null;
};

/** What the rest of a subscription says already. */
export type AskedBeside = Pick<BestWish, 'marketplaceIds' | 'items' | 'phases'> & { readonly games: readonly Game[] };

/** What is asked for of channels that tell how something stands, one for each game. */
export function standingWishes(
  asked: readonly StandingChannel[],
  { games, marketplaceIds, items, phases }: AskedBeside,
  read: FieldReader,
): StandingWish[] {
  const query = asked.length === 0 ? null : read.text('query', mostWords);
  const best = asked.includes('best')
    ? games.map((game) => ({ channel: 'best', game, marketplaceIds, items, query, phases }) as const)
    : [];
  if (!asked.includes('deals')) return best;
  const wish = dealWish(marketplaceIds, read);
  return [...best, ...games.map((game) => ({ channel: 'deals', game, ...wish }) as const)];
}

/** Any way is every way. */
const waysOf = (words: readonly (DealWay | 'any')[] | null): readonly DealWay[] => {
  const named = (words ?? []).filter((way) => way !== 'any');
  return words === null || named.length < words.length ? dealWays : named;
};

const dealWish = (marketplaceIds: readonly number[] | null, read: FieldReader): Omit<DealWish, 'channel' | 'game'> => ({
  from: read.marketplaceIds('from') ?? marketplaceIds,
  to: read.marketplaceIds('to') ?? marketplaceIds,
  ways: waysOf(read.words('way', ['any', ...dealWays])),
  without: read.words('without', dealFlags) ?? [],
  sort: read.words('sort', dealSorts)?.[0] ?? 'profit',
  limit: Math.max(1, Math.floor(read.number('limit', mostDeals) ?? usualDeals)),
  minProfit: read.number('minProfit', Number.MAX_SAFE_INTEGER) ?? 0,
  minPercent: read.number('minPercent', Number.MAX_SAFE_INTEGER) ?? 0,
  maxPrice: read.number('maxPrice', Number.MAX_SAFE_INTEGER),
  maxAgeSeconds: read.number('maxAgeSeconds', mostAgeSeconds),
});
