import {
  type CandleWidth,
  candleStart,
  candleWidths,
  dayMs,
  type Marketplace,
  seesGame,
  seesMarketplace,
} from '../../schema/index.ts';
import type { HistoryStart } from '../../store/store.ts';
import { daysOf, type SourceConditions } from '../conditions/days-of.ts';
import { oneOfOrNull, optionalInstant } from '../parameters.ts';
import { type RouteContext, route } from '../route.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import { historyIntervals, toWireHistory, WireItemHistory } from '../wire/tape/history.ts';
import { toSeconds } from '../wire/time.ts';
import {
  currencyParameter,
  effectParameter,
  gameParameter,
  marketplaceListParameter,
  nameParameter,
  variantParameter,
} from './parameters.ts';

const maxIntervals = 2_000;
// As many as a wide chart can show one by one
const intervalsAtOnce = 720;
const maxPoints = 500;
const maxSales = 1_000;
const maxConditionDays = 400;
const defaultSpan = 30 * dayMs;
// Medians are daily, and say nothing of hours
const medianSpan = 2 * dayMs;

type Window = { readonly since: number; readonly until: number; readonly width: CandleWidth };

/** The window from where data begins, in intervals of which there are neither too many nor few. */
function windowOf(
  { from, interval }: { readonly from: number | null; readonly interval: CandleWidth | null },
  { asks, prices }: HistoryStart,
  until: number,
): Window {
  const wanted = from ?? until - defaultSpan;
  const isLong = from !== null && until - from > medianSpan;
  const begin = Math.min(until - 1, Math.max(wanted, (isLong ? prices : (asks ?? prices)) ?? wanted));
  const width =
    interval ?? historyIntervals.find((one) => (until - begin) / candleWidths[one] <= intervalsAtOnce) ?? '1w';
  const since = Math.max(begin, until - (maxIntervals - 1) * candleWidths[width]);
  return { since: candleStart(width, since), until, width };
}

/** The completeness of the days of a window, of the sources of some marketplaces. */
async function conditionsIn(
  { store, scope }: RouteContext,
  { since, until }: Window,
  isOf: (source: SourceConditions) => boolean,
  game: Parameters<RouteContext['store']['itemHistory']>[0]['game'],
): Promise<readonly SourceConditions[]> {
  const to = (Math.floor(until / dayMs) + 1) * dayMs;
  const from = Math.max(to - maxConditionDays * dayMs, Math.floor(since / dayMs) * dayMs);
  const stored = await store.conditions({ marketplaceId: null, game, from, to });
  return daysOf(stored, { from, to, now: until }).filter(
    (one) => seesMarketplace(scope, one.marketplaceId) && seesGame(scope, one.game) && isOf(one),
  );
}

export const historyRoute = route({
  path: '/tape/history',
  id: 'readHistory',
  summary: 'The past of an item on all marketplaces, in one answer',
  description:
    'What a chart shows, column by column: candles of the lowest ask over all marketplaces, the lowest ask of each, medians from before they were read, sales, and how complete the data is. Without `from` it begins with the first lowest ask, at most 30 days ago; with an earlier one it begins with the first price. Medians, which are daily, are left out of windows of up to two days. Without `interval` it is the narrowest that divides the window into at most 720 intervals. Of more than 2,000 intervals only the last ones are returned. Sales do not always say which variant was sold.',
  parameters: {
    game: gameParameter,
    name: nameParameter,
    phase: variantParameter,
    effect: effectParameter,
    marketplaces: marketplaceListParameter,
    interval: oneOfOrNull(historyIntervals, 'Width of an interval; chosen by the length of the window if omitted'),
    from: optionalInstant('Start; 0 for as far as data is kept'),
    currency: currencyParameter,
  },
  answer: WireItemHistory,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    game: 'CS2',
    itemPhase: null,
    unusualEffect: null,
    currency: 'USD',
    interval: '1h',
    from: 1_789_999_200,
    to: 1_790_005_000,
    best: { at: [1_789_999_200], open: [28.4], high: [28.6], low: [28.1], close: [28.25], count: [7] },
    lines: [{ marketplace: 'SkinPort', at: [1_789_999_200, 1_790_002_800], price: [28.25, 28.1] }],
    medians: [],
    sold: { at: [1_789_999_200], count: [2], volume: [55.4] },
    sales: [{ at: 1_789_999_900, price: 27.7, marketplace: 'CSFloat', float: 0.2312 }],
    days: { day: ['2026-09-21'], complete: [40], partial: [2], missing: [0] },
  },
  marketplaces: ({ marketplaces }, { lookups }) => lookups.marketplaceList(marketplaces),
  async read(params, context) {
    const { lookups, book, store, now, itemRequested } = context;
    const game = lookups.game(params.game);
    const name = lookups.item(game, params.name);
    const phase = lookups.variant(params);
    const wanted: readonly Marketplace[] | null = lookups.marketplaceList(params.marketplaces);
    const isKnown = book.hasItem(game, name);
    if (isKnown) itemRequested(game, name, null);
    const item = { game, name, phase, marketplaceIds: wanted?.map(({ id }) => id) ?? null };
    const start = await store.historyStart(item);
    const window = windowOf(params, start, now() + 1);
    const { currency } = params;
    const [history, sources] = await Promise.all([
      store.itemHistory({
        ...item,
        ...window,
        currency,
        points: maxPoints,
        sales: maxSales,
        salesSince: Math.min(window.since, window.until - defaultSpan),
      }),
      conditionsIn(context, window, ({ marketplaceId: id }) => wanted?.some((one) => one.id === id) ?? true, game),
    ]);
    if (!isKnown && start.prices === null && history.sold.length === 0) throw lookups.unknownItem(game, name);
    const { since, until, width } = window;
    return {
      ...{ name, game, ...toWireVariant(phase), currency, interval: width },
      ...{ from: toSeconds(since), to: toSeconds(until), ...toWireHistory(history, sources) },
    };
  },
});
