import {
  type CandleWidth,
  currencies,
  type Game,
  games,
  type Marketplace,
  marketplaceWithId,
  meansAll,
  seesGame,
  type Variant,
} from '../../schema/index.ts';
import { invalid, quoted } from '../errors.ts';
import { requireAllMarketplaces } from '../lookups.ts';
import { optionalText, optionalWhole, type Parameter, requiredText, type Values } from '../parameters.ts';
import type { RouteContext } from '../route.ts';
import { candlesOf } from '../routes/candles.ts';
import { currencyParameter } from '../routes/parameters.ts';
import { readBars } from './udf-bars.ts';
import { readSymbol, type SymbolParts, splitVariant, withVariant, writeSymbol } from './udf-symbol.ts';

// TradingView's Universal Data Feed: the requests that its charts make, and the answers that they expect

const widths: Readonly<Record<string, CandleWidth>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  '1D': '1d',
  '1W': '1w',
};
// What charts make of narrower bars themselves
const resolutions = [...Object.keys(widths), '1M'];
const intraday = resolutions.filter((one) => /^\d+$/.test(one));

const subjects = { ask: 'lowest ask', bid: 'highest buy order', sale: 'prices paid' } as const;
const maxFound = 100;
const defaultGame = 'CS2';

const symbolFacts = { description: 'Symbol', example: 'CS2:all:ask:AK-47 | Redline (Field-Tested)', maxLength: 512 };

/** Seconds; charts ask for times before 1970, too. */
const seconds = (description: string): Parameter<number | null> => ({
  ...optionalText({ description, example: '1790000000', maxLength: 16 }),
  absent: () => null,
  read(text, name) {
    if (/^-?\d{1,12}$/.test(text)) return Number(text) * 1_000;
    throw invalid(`the parameter "${name}" is ${quoted(text)}; give Unix seconds`);
  },
});

export const udfParameters = {
  symbols: { symbol: requiredText(symbolFacts), currencyCode: currencyParameter },
  search: {
    query: optionalText({ ...symbolFacts, description: 'Words of a name, perhaps with the beginning of a symbol' }),
    type: optionalText({ description: 'Game', example: 'CS2', maxLength: 64 }),
    exchange: optionalText({ description: 'Marketplace', example: 'SkinPort', maxLength: 64 }),
    limit: optionalWhole({ description: 'Number of symbols', absent: 30, max: maxFound }),
  },
  history: {
    symbol: requiredText(symbolFacts),
    resolution: requiredText({ description: 'Width of a bar', example: '60', maxLength: 8 }),
    from: seconds('Start'),
    to: seconds('End, not included'),
    countback: optionalWhole({ description: 'Number of bars before the end', absent: 0, max: 20_000 }),
    currencyCode: currencyParameter,
  },
};

const isShown = ({ scope }: RouteContext, game: Game): boolean => seesGame(scope, game);

export const udfConfig = (context: RouteContext): object => ({
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  exchanges: [
    { value: '', name: 'All marketplaces', desc: 'All marketplaces' },
    ...context.availability.map(({ marketplaceId }) => {
      const { name } = marketplaceWithId(marketplaceId);
      return { value: name, name, desc: name };
    }),
  ],
  symbols_types: [
    { name: 'All games', value: '' },
    ...games.filter((game) => isShown(context, game)).map((game) => ({ name: game, value: game })),
  ],
  supported_resolutions: resolutions,
  currency_codes: currencies,
});

type SymbolSubject = SymbolParts & {
  readonly game: Game;
  /** Without the variant. */
  readonly bare: string;
  readonly variant: Variant | null;
  readonly marketplaceId: number | null;
};

/** The name of an item; charts write what is typed in capitals. */
function itemNamed({ lookups, book }: RouteContext, game: Game, typed: string): string {
  const named = lookups.item(game, typed);
  if (book.hasItem(game, named)) return named;
  const lower = named.toLowerCase();
  const found = book.searchNames(game, named, { marketplaceIds: null, limit: maxFound });
  return found.find(({ name }) => name.toLowerCase() === lower)?.name ?? named;
}

function resolved(context: RouteContext, text: string): SymbolSubject {
  const { lookups } = context;
  const parts = readSymbol(text);
  const game = lookups.game(parts.game ?? defaultGame);
  const { bare: typed, variant } = splitVariant(parts.name);
  const bare = itemNamed(context, game, typed);
  const marketplace = parts.marketplace === null ? null : lookups.marketplace(parts.marketplace);
  const found = { ...parts, game, bare, variant, name: withVariant(bare, variant) };
  return { ...found, marketplace: marketplace?.name ?? null, marketplaceId: marketplace?.id ?? null };
}

const exchangeOf = ({ marketplace }: SymbolParts): string => marketplace ?? 'all';

const describe = (parts: SymbolParts): string =>
  `${parts.name}, ${subjects[parts.of]} ${parts.marketplace === null ? 'of all marketplaces' : `on ${parts.marketplace}`}`;

/** An item that is no longer traded can still have a past. */
async function requireKnown({ book, store, lookups }: RouteContext, found: SymbolSubject): Promise<void> {
  const { game, bare: name, variant: phase, marketplaceId } = found;
  if (book.hasItem(game, name)) return;
  const marketplaceIds = marketplaceId === null ? null : [marketplaceId];
  const { prices } = await store.historyStart({ game, name, phase, marketplaceIds });
  if (prices === null) throw lookups.unknownItem(game, name);
}

export async function udfSymbol(
  { symbol, currencyCode }: Values<typeof udfParameters.symbols>,
  context: RouteContext,
): Promise<object> {
  const found = resolved(context, symbol);
  await requireKnown(context, found);
  return {
    name: found.name,
    ticker: writeSymbol(found),
    full_name: writeSymbol(found),
    description: describe(found),
    type: found.game,
    exchange: exchangeOf(found),
    listed_exchange: exchangeOf(found),
    session: '24x7',
    timezone: 'Etc/UTC',
    format: 'price',
    minmov: 1,
    pricescale: 1_000,
    has_intraday: true,
    intraday_multipliers: intraday,
    has_daily: true,
    // Charts make weeks and months of days
    has_weekly_and_monthly: false,
    supported_resolutions: resolutions,
    visible_plots_set: found.of === 'sale' ? 'ohlcv' : 'ohlc',
    volume_precision: 0,
    data_status: 'streaming',
    currency_code: currencyCode,
    original_currency_code: currencies[0],
  };
}

/** The marketplaces whose symbols a search finds; a key that does not see all of them gets those that have the item. */
function marketplacesFor({ scope, book }: RouteContext, named: Marketplace | null, game: Game, name: string) {
  if (named !== null) return [named.name];
  if (scope.marketplaceIds === null) return [null];
  return book.summaries(game, name).map(({ marketplaceId }) => marketplaceWithId(marketplaceId).name);
}

/** The symbols of the asks of items; of few items those of bids and sales as well. */
export function udfSearch(
  { query, type, exchange, limit }: Values<typeof udfParameters.search>,
  context: RouteContext,
): object {
  const typed = readSymbol(query ?? '');
  if (typed.name === '') return [];
  const { lookups, book } = context;
  const game = type ?? typed.game;
  const wanted = game === null ? games.filter((one) => isShown(context, one)) : [lookups.game(game)];
  const named = exchange ?? typed.marketplace;
  const marketplace = named === null || meansAll(named) ? null : lookups.marketplace(named);
  const choice = { marketplaceIds: marketplace === null ? null : [marketplace.id], limit };
  const found = wanted.flatMap((one) =>
    book
      .searchNames(one, typed.name, choice)
      .flatMap(({ name }) =>
        marketplacesFor(context, marketplace, one, name).map((at) => ({ game: one, name, marketplace: at })),
      ),
  );
  const all = Object.keys(subjects) as (keyof typeof subjects)[];
  const shown = typed.of === 'ask' && found.length * all.length <= limit ? all : [typed.of];
  return found.slice(0, limit).flatMap((one) =>
    shown.map((of) => {
      const parts = { ...one, of };
      const ticker = writeSymbol(parts);
      const texts = { symbol: one.name, full_name: ticker, ticker, description: describe(parts) };
      return { ...texts, exchange: exchangeOf(parts), type: one.game };
    }),
  );
}

export async function udfHistory(
  { symbol, resolution, from, to, countback, currencyCode }: Values<typeof udfParameters.history>,
  context: RouteContext,
): Promise<object> {
  const { scope, store, now, book, itemRequested } = context;
  const width = widths[/^[DW]$/i.test(resolution) ? `1${resolution.toUpperCase()}` : resolution.toUpperCase()];
  if (width === undefined)
    throw invalid(`there are no bars of ${quoted(resolution)}; give one of ${Object.keys(widths).join(', ')}`);
  const found = resolved(context, symbol);
  const { game, bare: name, variant: phase, marketplaceId, of } = found;
  if (marketplaceId === null) requireAllMarketplaces(scope, 'this symbol covers', 'name a marketplace in it');
  await requireKnown(context, found);
  if (book.hasItem(game, name)) itemRequested(game, name, marketplaceId);
  const until = Math.min(to ?? Number.POSITIVE_INFINITY, now() + 1);
  const range = { width, until, since: from ?? until, count: countback || null };
  return await readBars(range, of === 'sale', (part) =>
    candlesOf(store, of, { game, name, phase, marketplaceId, currency: currencyCode, ...part }),
  );
}
