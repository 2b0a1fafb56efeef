import { candleStart, candleWidths, dayMs } from '../../schema/index.ts';
import type { CandleQuery, Store } from '../../store/store.ts';
import { invalid } from '../errors.ts';
import { requireAllMarketplaces } from '../lookups.ts';
import { optionalInstant, optionalOneOf } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import { candleIntervals, candleSubjects, toWireCandle, WireCandles } from '../wire/tape/candle.ts';
import {
  currencyParameter,
  effectParameter,
  gameParameter,
  nameParameter,
  optionalMarketplaceParameter,
  variantParameter,
} from './parameters.ts';

const defaultDays = { '1m': 0.5, '5m': 1, '15m': 3, '1h': 14, '4h': 60, '1d': 365, '1w': 1_825 } as const;
const maxCandles = 2_000;

type Candles = Pick<Store, 'candles' | 'bidCandles' | 'saleCandles'>;

export const candlesOf = (store: Candles, of: (typeof candleSubjects)[number], query: CandleQuery) => {
  switch (of) {
    case 'ask':
      return store.candles(query);
    case 'bid':
      return store.bidCandles(query);
    case 'sale':
      return store.saleCandles(query);
  }
};

export const candlesRoute = route({
  path: '/tape/candles',
  id: 'listCandles',
  summary: 'Open, high, low, close, count and volume of a price over time',
  description:
    'Candles of the lowest ask or the highest buy order of an item or variant, or of the prices paid, on one marketplace or over all of them. A buy order that accepts any variant counts for each. Intervals start at full minutes, hours or days, and weeks on Monday (UTC); the interval that contains `from` is returned whole. Intervals without a change are omitted: the previous close still applies. Over all marketplaces, `open` is the best price in effect when the interval began, taking the last price of each marketplace. For asks, `high` is the lowest of the highs of the marketplaces that had a price then; for buy orders, `low` is the highest of their lows. At most 2,000 intervals.',
  parameters: {
    game: gameParameter,
    name: nameParameter,
    phase: variantParameter,
    effect: effectParameter,
    marketplace: optionalMarketplaceParameter,
    of: optionalOneOf(
      candleSubjects,
      'Price of the candles. ask: the lowest ask; bid: the highest buy order; sale: prices paid',
    ),
    interval: optionalOneOf(candleIntervals, 'Width of a candle: minutes, hours, a day or a week'),
    from: optionalInstant(
      'Start; defaults to 12 hours before `to` for 1m, 1 day for 5m, 3 days for 15m, 14 for 1h, 60 for 4h, 365 for 1d, 5 years for 1w',
    ),
    to: optionalInstant('End; defaults to now'),
    currency: currencyParameter,
  },
  answer: WireCandles,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    game: 'CS2',
    itemPhase: null,
    unusualEffect: null,
    marketplace: 'SkinPort',
    of: 'ask',
    interval: '1h',
    currency: 'USD',
    candles: [{ at: 1_789_999_200, open: 28.4, high: 28.6, low: 28.1, close: 28.25, count: 7, volume: null }],
  },
  marketplaces: ({ marketplace }, { lookups }) => (marketplace === null ? null : [lookups.marketplace(marketplace)]),
  async read(params, context) {
    const { lookups, scope, book, store, now } = context;
    const { of, interval, currency } = params;
    const game = lookups.game(params.game);
    const name = lookups.item(game, params.name);
    const variant = lookups.variant(params);
    const marketplace = params.marketplace === null ? null : lookups.marketplace(params.marketplace);
    if (marketplace === null) requireAllMarketplaces(scope, 'these candles cover', 'name a marketplace');
    const end = now() + 1;
    const until = params.to ?? end;
    const since = candleStart(interval, params.from ?? until - defaultDays[interval] * dayMs);
    if (since >= until) throw invalid('from is not before to; give an earlier from');
    if ((until - since) / candleWidths[interval] > maxCandles)
      throw invalid(`the range has more than ${maxCandles} intervals; give a later from, or a wider interval`);
    const isKnown = book.hasItem(game, name);
    if (isKnown) context.itemRequested(game, name, marketplace?.id ?? null);
    const query = {
      game,
      name,
      phase: variant,
      marketplaceId: marketplace?.id ?? null,
      currency,
      width: interval,
      since,
      // A clock that ran ahead may have dated past points in the future
      until: Math.min(until, end),
    };
    const candles = await candlesOf(store, of, query);
    if (candles.length === 0 && !isKnown) throw lookups.unknownItem(game, name);
    return {
      name,
      game,
      ...toWireVariant(variant),
      marketplace: marketplace?.name ?? null,
      of,
      interval,
      currency,
      candles: candles.map(toWireCandle),
    };
  },
});
