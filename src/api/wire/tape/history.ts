import Type, { type Static } from 'typebox';
import { candleWidths, marketplaceWithId } from '../../../schema/index.ts';
import type { HistoryLine, ItemHistory, ItemSale, StoredCandle } from '../../../store/store.ts';
import type { SourceConditions } from '../../conditions/days-of.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';
import { Day, toWireDay } from './conditions.ts';

const column = <Cell extends Parameters<typeof Type.Array>[0]>(cell: Cell, description: string) =>
  Type.Array(cell, { description });

const Count = Type.Integer({ minimum: 0 });
const ats = (what: string) => column(Seconds(what), `${what}, Unix time in seconds, oldest first`);
const amounts = (description: string) => column(OrNull(Amount, description), description);

const WireHistoryCandles = Type.Object(
  {
    at: ats('Start of each interval'),
    open: amounts('The best price in effect when the interval began; null if none was known then'),
    high: amounts('The lowest of the highest prices of the marketplaces; null if none was known'),
    low: amounts('The lowest price; null if none was known'),
    close: amounts('The best price at the end of the interval; null if there was none'),
    count: column(Count, 'How often the price or the offer count of one of the marketplaces changed'),
  },
  {
    description:
      'Candles of the lowest ask over the marketplaces, column by column; an interval without a change is omitted, and the previous close still applies',
  },
);

const lineFields = {
  marketplace: ItemHead.properties.marketplace,
  at: ats('Start of each interval at whose end the price was another'),
};

const WireHistoryLine = Type.Object({
  ...lineFields,
  price: amounts('The lowest ask at the end of that interval; null if there was none'),
});

const WireHistoryMedians = Type.Object({
  ...lineFields,
  price: amounts('The median of the sales of that time, as the marketplace publishes it'),
});

const WireHistorySold = Type.Object(
  {
    at: ats('Start of each interval with a sale'),
    count: column(Count, 'How many were sold'),
    volume: amounts('Sum of the prices paid'),
  },
  { description: 'Sales by interval, of all variants unless one was requested, where marketplaces report sales' },
);

const WireHistorySale = Type.Object({
  at: Seconds('When it was sold'),
  price: Type.Number({ ...Amount, description: 'The price paid' }),
  marketplace: ItemHead.properties.marketplace,
  float: OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'Wear; null if it is not known'),
});

const WireHistoryDays = Type.Object(
  {
    day: column(Day('The day, UTC'), 'The days, UTC'),
    complete: column(Count, 'How many sources of these marketplaces have no gap on that day'),
    partial: column(Count, 'How many of them have a gap that does not cover the whole day'),
    missing: column(Count, 'How many of them have nothing of that day'),
  },
  { description: 'Completeness of the data by day, of at most 400 days; a day without records is omitted' },
);

export const historyIntervals = Object.keys(candleWidths) as [
  keyof typeof candleWidths,
  ...(keyof typeof candleWidths)[],
];

export const WireItemHistory = Type.Object({
  name: ItemHead.properties.name,
  game: ItemHead.properties.game,
  ...variantFields('as requested; null means the whole item'),
  currency: currencyField,
  interval: Type.Enum(historyIntervals, {
    description: 'Width of an interval: minutes, hours, a day, or a week from Monday (UTC)',
  }),
  from: Seconds('Start of the first interval'),
  to: Seconds('The instant up to which the answer goes'),
  best: WireHistoryCandles,
  lines: Type.Array(WireHistoryLine, {
    description:
      'The lowest ask of each marketplace, column by column, without points at which it stayed; with more than 500 intervals, several of them are one',
  }),
  medians: Type.Array(WireHistoryMedians, {
    description: 'Prices from before the first lowest ask that this service read of a marketplace',
  }),
  sold: WireHistorySold,
  sales: Type.Array(WireHistorySale, {
    description: 'The newest single sales, at most 1,000, of the window or else of the last 30 days, oldest first',
  }),
  days: WireHistoryDays,
});
export type WireItemHistory = Static<typeof WireItemHistory>;

const toColumns = (candles: readonly StoredCandle[]) => ({
  at: candles.map(({ at }) => toSeconds(at)),
  open: candles.map(({ open }) => toPrice(open)),
  high: candles.map(({ high }) => toPrice(high)),
  low: candles.map(({ low }) => toPrice(low)),
  close: candles.map(({ close }) => toPrice(close)),
  count: candles.map(({ count }) => count),
});

const toLine = ({ marketplaceId, points }: HistoryLine) => ({
  marketplace: marketplaceWithId(marketplaceId).name,
  at: points.map(({ at }) => toSeconds(at)),
  price: points.map(({ price }) => toPrice(price)),
});

const toSale = ({ soldAt, price, marketplaceId, float }: ItemSale) => ({
  at: toSeconds(soldAt),
  price: toPrice(price) ?? 0,
  marketplace: marketplaceWithId(marketplaceId).name,
  float,
});

/** What the days of an answer say of the sources, day by day. */
function toDays(sources: readonly SourceConditions[]) {
  const days = new Map<number, { complete: number; partial: number; missing: number }>();
  for (const { days: own } of sources)
    for (const { day, condition } of own) {
      const counts = days.get(day) ?? { complete: 0, partial: 0, missing: 0 };
      counts[condition] += 1;
      days.set(day, counts);
    }
  const rows = [...days].sort(([a], [b]) => a - b);
  return {
    day: rows.map(([day]) => toWireDay(day)),
    complete: rows.map(([, { complete }]) => complete),
    partial: rows.map(([, { partial }]) => partial),
    missing: rows.map(([, { missing }]) => missing),
  };
}

export const toWireHistory = (
  { best, lines, medians, sold, sales }: ItemHistory,
  sources: readonly SourceConditions[],
) => ({
  best: toColumns(best),
  lines: lines.map(toLine),
  medians: medians.map(toLine),
  sold: {
    at: sold.map(({ at }) => toSeconds(at)),
    count: sold.map(({ count }) => count),
    volume: sold.map(({ volume }) => toPrice(volume)),
  },
  sales: sales.map(toSale),
  days: toDays(sources),
});
