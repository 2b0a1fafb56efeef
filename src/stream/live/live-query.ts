import {
  type DealFlag,
  type DealPairs,
  type DealSort,
  type DealWay,
  dealFlags,
  dealPairs,
  dealSorts,
  dealWays,
  defaultWithout,
  type ExtrasFilter,
  extrasFilterKeys,
  type Game,
  type OfferSort,
  offerSorts,
  type PayoutChoice,
  type Phase,
  payoutChoices,
} from '../../schema/index.ts';
import { Refusal } from '../refusal.ts';

/** Channels that send current state computed from changes, rather than the changes. */
export const liveChannels = ['best', 'deals', 'found'] as const;
export type LiveChannel = (typeof liveChannels)[number];

/** Whether the key sees only some marketplaces; it then gets nothing computed from the others. */
type OfSome = { readonly isOfSome: boolean };

/** A subscription to best prices. */
export type BestSubscription = {
  readonly channel: 'best';
  readonly game: Game;
  /** The marketplaces that are compared; null means all. */
  readonly marketplaceIds: readonly number[] | null;
  /** null means every item. */
  readonly items: readonly string[] | null;
  /** Words that occur in the name of the item. */
  readonly query: string | null;
  /** null means whole items and all their variants. */
  readonly phases: readonly Phase[] | null;
  /** What the marketplaces whose bids count pay out. */
  readonly payout: PayoutChoice;
};

/** A subscription to deals. Amounts are in dollars. */
export type DealSubscription = {
  readonly channel: 'deals';
  readonly game: Game;
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
  readonly ways: readonly DealWay[];
  readonly payout: PayoutChoice;
  readonly maxHoldDays: number | null;
  readonly pairs: DealPairs;
  readonly without: readonly DealFlag[];
  readonly sort: DealSort;
  readonly limit: number;
  readonly minProfit: number;
  readonly minPercent: number;
  readonly maxPrice: number | null;
  readonly maxAgeSeconds: number | null;
} & OfSome;

/** A subscription to the first offers of a search. Amounts are in dollars. */
export type FoundSubscription = Omit<BestSubscription, 'channel' | 'payout'> &
  OfSome & {
    readonly channel: 'found';
    readonly minPriceUSD: number | null;
    readonly maxPriceUSD: number | null;
    readonly minFloat: number | null;
    readonly maxFloat: number | null;
    readonly paintSeeds: readonly number[] | null;
    /** Sticker names; one given twice must be applied twice. */
    readonly stickers: readonly string[];
    readonly maxStickerWear: number | null;
    readonly extras: ExtrasFilter;
    readonly maxDaysTradeLocked: number | null;
    readonly belowOthersPercent: number | null;
    readonly sort: OfferSort;
    readonly limit: number;
  };

export type LiveQuery = BestSubscription | DealSubscription | FoundSubscription;

/** Fields of a subscription that only the channel deals has. */
export const dealKeys = [
  'from',
  'to',
  'way',
  'pairs',
  'without',
  'sort',
  'limit',
  'minProfit',
  'minPercent',
  'maxPrice',
  'maxAgeSeconds',
  'maxHoldDays',
] as const;

/** Fields that only the channel found has; ignoring them elsewhere would let everything through. */
export const foundOnlyKeys = [
  ...['stickers', 'maxStickerWear', 'maxDaysTradeLocked', 'belowOthersPercent'],
  ...extrasFilterKeys,
] as const;
export const foundKeys = [...foundOnlyKeys, 'sort', 'limit'] as const;

/** Fields of each of these channels that the channels of changes do not have. */
const keysOf: Readonly<Record<LiveChannel, readonly string[]>> = {
  best: ['query', 'payout'],
  deals: [...dealKeys, 'payout'],
  found: ['query', ...foundKeys],
};

/** A given field that applies to none of the requested channels, and the channels it applies to. */
export function idleKey(
  fields: Readonly<Record<string, unknown>>,
  channels: readonly LiveChannel[],
): { readonly key: string; readonly channels: readonly LiveChannel[] } | null {
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const of = liveChannels.filter((channel) => keysOf[channel].includes(key));
    if (of.length > 0 && !of.some((channel) => channels.includes(channel))) return { key, channels: of };
  }
  return null;
}

const defaultDeals = 50;
const maxRows = 500;
const defaultOffers = 100;
const maxStickers = 10;
const maxDays = 36_500;
const maxAgeSeconds = 31_536_000;
const maxWords = 256;

/** Reads fields of a subscription; throws a Refusal for an invalid one. */
export type FieldReader = {
  readonly words: <Word extends string>(key: string, known: readonly Word[]) => readonly Word[] | null;
  readonly number: (key: string, max: number) => number | null;
  readonly text: (key: string, maxLength: number) => string | null;
  readonly flag: (key: string) => boolean;
  /** Two numbers, of which the first may not be above the second. */
  readonly range: (low: string, high: string, max: number) => readonly [number | null, number | null];
  /** At most `most` names, in the order given. */
  readonly names: (key: string, max: number) => readonly string[] | null;
  /** null when the field is missing. */
  readonly marketplaceIds: (key: string) => readonly number[] | null;
};

/** Fields of the subscription that have been read already. */
export type CommonFields = Pick<BestSubscription, 'marketplaceIds' | 'items' | 'phases'> &
  OfSome &
  Pick<FoundSubscription, 'minPriceUSD' | 'maxPriceUSD' | 'minFloat' | 'maxFloat' | 'paintSeeds'> & {
    readonly games: readonly Game[];
  };

/** The standing subscriptions of a request, one per game and channel. */
export function liveQueriesOf(channels: readonly LiveChannel[], common: CommonFields, read: FieldReader): LiveQuery[] {
  if (channels.length === 0) return [];
  const { games, marketplaceIds, items, phases } = common;
  const query = read.text('query', maxWords);
  const payout = read.words('payout', payoutChoices)?.[0] ?? 'money';
  const sort = sortOf(channels, read);
  const subscriptions: LiveQuery[] = [];
  if (channels.includes('best'))
    for (const game of games)
      subscriptions.push({ channel: 'best', game, marketplaceIds, items, query, phases, payout });
  if (channels.includes('deals')) {
    const subscription = dealSubscription(common, sort, read);
    for (const game of games) subscriptions.push({ channel: 'deals', game, payout, ...subscription });
  }
  if (channels.includes('found')) {
    const subscription = foundSubscription(common, query, sort, read);
    for (const game of games) subscriptions.push({ channel: 'found', game, ...subscription });
  }
  return subscriptions;
}

const sortOf = (channels: readonly LiveChannel[], read: FieldReader): DealSort | OfferSort | null => {
  const known = [...(channels.includes('deals') ? dealSorts : []), ...(channels.includes('found') ? offerSorts : [])];
  return known.length === 0 ? null : (read.words('sort', known)?.[0] ?? null);
};

const limitOf = (read: FieldReader, fallback: number): number =>
  Math.max(1, Math.floor(read.number('limit', maxRows) ?? fallback));

/** `any` means every way. */
const waysOf = (words: readonly (DealWay | 'any')[] | null): readonly DealWay[] => {
  const named = (words ?? []).filter((way) => way !== 'any');
  return words === null || named.length < words.length ? dealWays : named;
};

const dealSubscription = (
  { marketplaceIds, isOfSome }: CommonFields,
  sort: DealSort | OfferSort | null,
  read: FieldReader,
): Omit<DealSubscription, 'channel' | 'game' | 'payout'> => ({
  from: read.marketplaceIds('from') ?? marketplaceIds,
  to: read.marketplaceIds('to') ?? marketplaceIds,
  ways: waysOf(read.words('way', ['any', ...dealWays])),
  pairs: read.words('pairs', dealPairs)?.[0] ?? 'best',
  without: withoutOf(read),
  sort: dealSorts.find((one) => one === sort) ?? 'profit',
  limit: limitOf(read, defaultDeals),
  minProfit: read.number('minProfit', Number.MAX_SAFE_INTEGER) ?? 0,
  minPercent: read.number('minPercent', Number.MAX_SAFE_INTEGER) ?? 0,
  maxPrice: read.number('maxPrice', Number.MAX_SAFE_INTEGER),
  maxAgeSeconds: read.number('maxAgeSeconds', maxAgeSeconds),
  maxHoldDays: read.number('maxHoldDays', maxDays),
  isOfSome,
});

const withoutOf = (read: FieldReader): readonly DealFlag[] =>
  read.words('without', ['none', ...dealFlags])?.filter((flag) => flag !== 'none') ?? defaultWithout;

function belowOthersIn({ isOfSome }: OfSome, read: FieldReader): number | null {
  const percent = read.number('belowOthersPercent', 100);
  if (percent === null || !isOfSome) return percent;
  throw new Refusal(
    '"belowOthersPercent" compares all marketplaces, and this key has no access to some of them; leave it out',
    'ACCESS_DENIED',
  );
}

/** What must be on an offer. */
export const extrasFilter = (read: Pick<FieldReader, 'text' | 'flag' | 'number' | 'range'>): ExtrasFilter => {
  const [minFade, maxFade] = read.range('minFade', 'maxFade', 100);
  return {
    charm: read.text('charm', maxWords),
    nameTag: read.flag('nameTag'),
    minStatTrakCount: read.number('minStatTrakCount', Number.MAX_SAFE_INTEGER),
    patch: read.text('patch', maxWords),
    minFade,
    maxFade,
  };
};

const foundSubscription = (
  { games: _, ...common }: CommonFields,
  query: string | null,
  sort: DealSort | OfferSort | null,
  read: FieldReader,
): Omit<FoundSubscription, 'channel' | 'game'> => ({
  marketplaceIds: common.marketplaceIds,
  items: common.items,
  query,
  phases: common.phases,
  minPriceUSD: common.minPriceUSD,
  maxPriceUSD: common.maxPriceUSD,
  minFloat: common.minFloat,
  maxFloat: common.maxFloat,
  paintSeeds: common.paintSeeds,
  stickers: [...(read.names('stickers', maxStickers) ?? [])].sort(),
  maxStickerWear: read.number('maxStickerWear', 1),
  extras: extrasFilter(read),
  maxDaysTradeLocked: read.number('maxDaysTradeLocked', maxDays),
  belowOthersPercent: belowOthersIn(common, read),
  isOfSome: common.isOfSome,
  sort: offerSorts.find((one) => one === sort) ?? 'price',
  limit: limitOf(read, defaultOffers),
});
