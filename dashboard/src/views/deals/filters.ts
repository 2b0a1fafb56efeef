import type { Tape } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { flagText } from '../../parts/marks.tsx';
import { lastGame } from '../../stored/game.ts';
import { type Currency, currency } from '../../text/currency.ts';
import { above0 } from '../../text/number.ts';
import { payoutChoiceOf, payoutChoices } from '../../text/payout.ts';
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
/** Excluded unless chosen otherwise, as by the service. */
const defaultDoubts: readonly Doubt[] = ['stale', 'outlier', 'variantUnknown'];
const noDoubts = 'none';
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

export const maxDeals = 200;

/** The excluded flags in the URL; absent is the default. */
function doubtsIn(text: string): readonly Doubt[] {
  return text === '' ? defaultDoubts : doubts.filter((doubt) => text.split(',').includes(doubt));
}

/** The URL parameter for excluded flags; empty for the default. */
export function doubtsText(without: readonly Doubt[]): string {
  const isDefault = without.length === defaultDoubts.length && defaultDoubts.every((doubt) => without.includes(doubt));
  return isDefault ? '' : without.join(',') || noDoubts;
}

const among = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word === text) ?? null;

/** The view's parameters as strings from the URL. */
export function filtersOf(parameters: URLSearchParams, defaultGame: Game = 'CS2') {
  const text = (name: string) => parameters.get(name) ?? '';
  return {
    game: gameOf(parameters.get('game')) ?? lastGame.value ?? defaultGame,
    from: text('from'),
    to: text('to'),
    minProfit: text('minProfit'),
    minPercent: text('minPercent'),
    maxPrice: text('maxPrice'),
    age: ages.find(({ seconds }) => seconds === text('age'))?.seconds ?? '',
    way: among(ways, parameters.get('way')) ?? 'any',
    pairs: among(pairs, parameters.get('pairs')) ?? 'best',
    sort: among(orders, parameters.get('sort')) ?? 'profit',
    payout: payoutChoiceOf(parameters.get('payout')),
    maxHold: Number(text('maxHold')) > 0 ? text('maxHold') : '',
    without: doubtsIn(text('without')),
  };
}

export type Filters = ReturnType<typeof filtersOf>;

export type DealsRequest = Parameters<Tape['deals']>[0];

/** The parameters of the request; amounts are in the displayed currency. */
export function requestOf(filters: Filters, shown: Currency = currency.value, limit: number = maxDeals): DealsRequest {
  const { game, from, to, way, pairs, sort, payout } = filters;
  const without = doubtsText(filters.without);
  return {
    ...{ game, currency: shown, limit, sort, way, pairs },
    // What the service does unless asked otherwise is left to it
    ...(payout !== 'money' && { payout }),
    ...(without !== '' && { without: without.split(',') }),
    ...(from !== '' && { from: [from] }),
    ...(to !== '' && { to: [to] }),
    ...above0('minProfit', filters.minProfit),
    ...above0('minPercent', filters.minPercent),
    ...above0('maxPrice', filters.maxPrice),
    ...above0('maxAgeSeconds', filters.age),
    ...above0('maxHoldDays', filters.maxHold),
  };
}

/** Which deals are shown, in words: the same on every page that shows some. */
export function scopeText({ pairs, payout, without }: Filters, shown: Currency = currency.value): string {
  return [
    pairs === 'best' ? translate('the best of each item') : translate('all pairs of marketplaces'),
    payoutChoices.find(({ value }) => value === payout)?.about ?? '',
    ...(without.length === 0 ? [] : [translate('without {flags}', { flags: without.map(flagText).join(', ') })]),
    translate('in {currency}, after known fees', { currency: shown }),
  ].join(' · ');
}
