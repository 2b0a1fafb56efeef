import type { Tape } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { lastGame } from '../../kept/game.ts';
import { query } from '../../router.ts';
import { type Currency, currency } from '../../text/currency.ts';
import { above0 } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';

export const doubts = [
  'stale',
  'thin',
  'outlier',
  'variantUnknown',
  'feeUnknown',
  'inferred',
  'converted',
  'rateOld',
  'partialRead',
  'afterGap',
] as const;
export type Doubt = (typeof doubts)[number];
export const ways = ['any', 'bid', 'list'] as const;
/** Which pairs of marketplaces of an item are shown. */
export const pairs = ['best', 'all'] as const;
export const orders = ['profit', 'percent'] as const;
export const ages = [
  { seconds: '', text: translate('Any age') },
  { seconds: '60', text: translate('Within 1 min') },
  { seconds: '600', text: translate('Within 10 min') },
  { seconds: '3600', text: translate('Within 1 h') },
] as const;

export const mostDeals = 200;

const among = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word === text) ?? null;

/** The view's parameters as strings from the URL. */
export function filtersOf(parameters: URLSearchParams = query.value, usualGame: Game = 'CS2') {
  const text = (name: string) => parameters.get(name) ?? '';
  return {
    game: gameOf(parameters.get('game')) ?? lastGame.value ?? usualGame,
    from: text('from'),
    to: text('to'),
    minProfit: text('minProfit'),
    minPercent: text('minPercent'),
    maxPrice: text('maxPrice'),
    age: ages.find(({ seconds }) => seconds === text('age'))?.seconds ?? '',
    way: among(ways, parameters.get('way')) ?? 'any',
    pairs: among(pairs, parameters.get('pairs')) ?? 'best',
    sort: among(orders, parameters.get('sort')) ?? 'profit',
    without: doubts.filter((doubt) => text('without').split(',').includes(doubt)),
  };
}

export type Filters = ReturnType<typeof filtersOf>;

export type DealsRequest = Parameters<Tape['deals']>[0];

/** The parameters of the request; amounts are in the displayed currency. */
export function requestOf(filters: Filters, shown: Currency = currency.value, limit: number = mostDeals): DealsRequest {
  const { game, from, to, way, pairs, sort, without } = filters;
  return {
    ...{ game, currency: shown, limit, sort, way, pairs },
    ...(without.length > 0 && { without }),
    ...(from !== '' && { from: [from] }),
    ...(to !== '' && { to: [to] }),
    ...above0('minProfit', filters.minProfit),
    ...above0('minPercent', filters.minPercent),
    ...above0('maxPrice', filters.maxPrice),
    ...above0('maxAgeSeconds', filters.age),
  };
}
