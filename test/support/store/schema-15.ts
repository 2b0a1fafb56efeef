/*
 * The tables of schema version 15, as that version creates them. Those that the next version drops are abridged: only the
 * columns that sort them are here.
 */

const instant = `DateTime64(3, 'UTC')`;
const game = `Enum8('CS2' = 1, 'Dota2' = 2, 'Rust' = 3, 'TF2' = 4)`;
const phase = `Enum8('' = 0, 'Phase 1' = 1, 'Phase 2' = 2, 'Phase 3' = 3, 'Phase 4' = 4, 'Ruby' = 5, 'Sapphire' = 6, 'Black Pearl' = 7, 'Emerald' = 8)`;
const known = `'USD' = 1, 'EUR' = 2, 'CNY' = 3, 'RUB' = 4`;
const others =
  'AED AMD AUD AZN BDT BHD BOB BRL BYN CAD CHF CUP CZK DKK DZD EGP ETB GBP GEL HKD HUF IDR ILS INR IRR ISK JPY KGS KRW KZT MDL MMK MNT MXN MYR NGN NOK NZD OMR PHP PLN QAR RON RSD SAR SEK SGD THB TJS TMT TRY UAH UZS VND ZAR'
    .split(' ')
    .map((code, at) => `'${code}' = ${8 + at}`)
    .join(', ');
const quoted = `Enum8(${known}, 'TF2' = 5, ${others})`;
const rated = `Enum8(${known}, 'KEY' = 6, 'REF' = 7, ${others})`;

const currencies = ['USD', 'EUR', 'CNY', 'RUB'];
const each = (name: string, type: string) => currencies.map((currency) => `${name}${currency} ${type}`).join(', ');
const prices = each('price', 'Int64');
const money = `amount Int64, currency ${quoted}, ${prices}`;
const times = `foundAt ${instant}, changedAt ${instant}, seenAt ${instant}`;
const looks =
  'float Nullable(Float64), paintIndex Nullable(Int32), paintSeed Nullable(Int32), stickers Nullable(String)';
const texts = (...names: readonly string[]) => names.map((name) => `${name} Nullable(String)`).join(', ');
const series = `itemId UInt64, marketplaceId UInt8, game ${game}`;
const ofSource = `marketplaceId UInt8, source LowCardinality(String), game ${game}`;

const byDay = 'PARTITION BY toYYYYMMDD(base)';
const states = (name: string, columns: string, key: string): string =>
  `${name} (${series}, phase ${phase}, ${columns}, base ${instant}, told ${instant}, sequence UInt64, isRemoved UInt8)
  ENGINE = ReplacingMergeTree ${byDay} ORDER BY (itemId, base, marketplaceId, ${key}, sequence)`;

const statesOfPast = [
  states(
    'offerStates',
    `offerId String, ${money}, ${texts('purchaseLink', 'inspectLink')}, ${looks}, tradableAt Nullable(${instant}), ${texts('ownerId')}, ${times}`,
    'offerId',
  ),
  states('buyOrderStates', `orderId String, ${money}, quantity Nullable(Int64), ${times}`, 'orderId'),
  states(
    'quoteStates',
    `${money}, offerCount Nullable(Int64), ${texts('purchaseLink', 'marketplaceItemId', 'thumbnail')}, ${times}`,
    'phase',
  ),
  states('figureStates', `${prices}, offerCount UInt32, changedAt ${instant}`, 'phase'),
  `readings (${series}, kinds UInt8, seenAt ${instant}, base ${instant}, told ${instant})
  ENGINE = ReplacingMergeTree ${byDay} ORDER BY (itemId, game, base, marketplaceId, kinds, told)`,
  `rateStates (currency ${rated}, source LowCardinality(String), ratedAt ${instant}, perUsd Float64, base ${instant}, told ${instant})
  ENGINE = ReplacingMergeTree ${byDay} ORDER BY (base, currency, told)`,
  `bases (base ${instant}, runBegan ${instant}, keptTo ${instant}) ENGINE = ReplacingMergeTree(keptTo) ${byDay} ORDER BY base`,
];

const retained = [
  `items (itemId UInt64, game ${game}, name String) ENGINE = ReplacingMergeTree ORDER BY itemId`,
  `pricePoints (${series}, phase ${phase}, basis Enum8('floor' = 1, 'median' = 2), at ${instant}, ${prices}, offerCount UInt32, saleCount Nullable(UInt32))
  ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (itemId, marketplaceId, phase, basis, at)`,
  `bidPoints (${series}, phase ${phase}, at ${instant}, ${prices}, orderCount UInt32)
  ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (itemId, marketplaceId, phase, at)`,
  `sales (${series}, saleId String, phase ${phase}, soldAt ${instant}, ${money}, ${looks})
  ENGINE = ReplacingMergeTree ORDER BY (itemId, marketplaceId, saleId)`,
  `rates (currency ${rated}, source LowCardinality(String), ratedAt ${instant}, perUsd Float64)
  ENGINE = ReplacingMergeTree ORDER BY (currency, source, ratedAt)`,
  `sourceRuns (${ofSource}, startedAt ${instant}, outcome LowCardinality(String), milliseconds Float64, rows UInt64, rejected UInt64, detail Nullable(String), priced Nullable(UInt64))
  ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(startedAt) ORDER BY (marketplaceId, source, game, startedAt)`,
  `gaps (${ofSource}, fromAt ${instant}, toAt ${instant}, reason LowCardinality(String))
  ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(toAt) ORDER BY (marketplaceId, source, game, fromAt, toAt)`,
  `sourceDays (${ofSource}, day ${instant}, since ${instant}, notedTo ${instant}, toldTo ${instant}, lateAt ${instant}, reason LowCardinality(String), knownMs UInt64, ages String)
  ENGINE = ReplacingMergeTree(notedTo) PARTITION BY toYYYYMM(day) ORDER BY (marketplaceId, source, game, day)`,
  `tapeMarks (epoch String, sequence UInt64) ENGINE = ReplacingMergeTree(sequence) ORDER BY epoch`,
];

const replacing = (version: string, orderBy: string) => `ENGINE = ReplacingMergeTree(${version}) ORDER BY (${orderBy})`;
const offers = `marketplaceId UInt8, game ${game}, offerId String, version UInt64, isRemoved UInt8`;
const orders = `marketplaceId UInt8, game ${game}, orderId String, version UInt64, isRemoved UInt8`;
const ofSeries = `marketplaceId UInt8, itemId UInt64, phase ${phase}, version UInt64`;

const dropped = ['offers', 'liveOffers']
  .map((name) => `${name} (${offers}) ${replacing('version, isRemoved', 'marketplaceId, game, offerId')}`)
  .concat(
    ['buyOrders', 'liveBuyOrders'].map(
      (name) => `${name} (${orders}) ${replacing('version, isRemoved', 'marketplaceId, game, orderId')}`,
    ),
    ['quotes', 'liveQuotes', 'figures', 'liveFigures'].map(
      (name) => `${name} (${ofSeries}) ${replacing('version', 'marketplaceId, itemId, phase')}`,
    ),
    `itemAttributes (marketplaceId UInt8, itemId UInt64, version UInt64) ${replacing('version', 'itemId, marketplaceId')}`,
  );

const fourPrices = 'Tuple(Int64, Int64, Int64, Int64)';
const candles = `itemId UInt64, marketplaceId UInt8, phase ${phase}, slotAt DateTime('UTC'),
  openAt SimpleAggregateFunction(min, ${instant}), openPrices AggregateFunction(argMin, ${fourPrices}, ${instant}),
  ${each('low', 'SimpleAggregateFunction(min, Nullable(Int64))')}, ${each('high', 'SimpleAggregateFunction(max, Nullable(Int64))')},
  closePrices AggregateFunction(argMax, ${fourPrices}, ${instant}), closeAt SimpleAggregateFunction(max, ${instant}),
  pointCount SimpleAggregateFunction(sum, UInt64)`;
const candleTable = (name: string) =>
  `${name} (${candles}) ENGINE = AggregatingMergeTree PARTITION BY toYYYYMM(slotAt) ORDER BY (itemId, marketplaceId, phase, slotAt)`;
const widths = { '5m': 'toStartOfFiveMinutes', '1h': 'toStartOfHour', '1d': 'toStartOfDay' };
const extremes = (of: 'min' | 'max', word: string) =>
  currencies.map((currency) => `${of}(nullIf(price${currency}, 0)) AS ${word}${currency}`).join(', ');

const candleView = (database: string, [width, start]: readonly [string, string]): string => `
CREATE MATERIALIZED VIEW ${database}.askCandles${width}View TO ${database}.askCandles${width} AS
SELECT itemId, marketplaceId, phase, ${start}(at) AS slotAt, min(at) AS openAt,
  argMinState(tuple(priceUSD, priceEUR, priceCNY, priceRUB), at) AS openPrices,
  ${extremes('min', 'low')}, ${extremes('max', 'high')},
  argMaxState(tuple(priceUSD, priceEUR, priceCNY, priceRUB), at) AS closePrices, max(at) AS closeAt, count() AS pointCount
FROM ${database}.pricePoints WHERE basis = 'floor' GROUP BY itemId, marketplaceId, phase, slotAt`;

const viewToLive = (database: string, from: string): string =>
  `CREATE MATERIALIZED VIEW ${database}.${from}ToLive TO ${database}.live${from[0]?.toUpperCase()}${from.slice(1)} AS SELECT * FROM ${database}.${from}`;

/** The statements that make a database of schema version 15. */
export const schema15 = (database: string): readonly string[] => [
  `CREATE DATABASE ${database}`,
  ...[
    `migrations (version UInt32, name String, appliedAt ${instant}) ENGINE = ReplacingMergeTree ORDER BY version`,
    ...[...retained, ...statesOfPast, ...dropped],
    ...Object.keys(widths).flatMap((width) => [`askCandles${width}`, `pricePoints${width}`].map(candleTable)),
  ].map((table) => `CREATE TABLE ${database}.${table}`),
  ...Object.entries(widths).map((width) => candleView(database, width)),
  ...['offers', 'buyOrders', 'quotes', 'figures'].map((from) => viewToLive(database, from)),
  `INSERT INTO ${database}.migrations VALUES (15, 'other-currencies', 0)`,
];
