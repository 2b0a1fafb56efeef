import type { ApiOptions } from '../../api/create-api.ts';
import { itemKey } from '../../names/item-key.ts';
import type { Game } from '../../schema/index.ts';
import { statesOfPast } from '../../store/row-keys.ts';
import type { Store, StoredRow } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';

type Table = StoredRow['table'];

/** What is asked of the past, with everything that was accepted, whether or not the database has it yet. */
export type AcceptedReads = ApiOptions['store'] & Pick<Store['states'], 'itemAt'>;

/** Whether a row is about one of the items of a game; rows about no single item are about all. */
function isAbout({ row }: StoredRow, game: Game, keys: readonly string[]): boolean {
  const about = 'state' in row ? row.state : row;
  if (!('game' in about)) return true;
  return about.game === game && (!('name' in about) || about.name === null || keys.includes(itemKey(about.name)));
}

/**
 * Reads the store together with the rows that wait to be written. Rows are taken before the query begins, so that none is
 * missed while it is written. Counts of all sales (`coverage`), bids by day and past rates have only what is stored.
 */
export function acceptedReads(
  store: ApiOptions['store'] & Pick<Store, 'states'>,
  writer: Pick<Writer, 'rowsOf'>,
): AcceptedReads {
  const about = (tables: readonly Table[], game: Game, ...names: readonly string[]): StoredRow[] => {
    const rows: StoredRow[] = [];
    const keys = names.map(itemKey);
    for (const row of writer.rowsOf(tables)) if (isAbout(row, game, keys)) rows.push(row);
    return rows;
  };
  return {
    sales: (series, since) => store.sales(series, since, about(['sales'], series.game, series.name)),
    findSales: (query) => store.findSales(query, about(['sales'], query.game, query.name)),
    removals: (query) => store.removals(query, about(['removals'], query.game, query.name)),
    saleCounts: (game, names, since) => store.saleCounts(game, names, since, about(['sales'], game, ...names)),
    priceHistory: (series, since, until, points, current) => {
      const unwritten = about(['pricePoints', 'pastPrices'], series.game, series.name);
      return store.priceHistory(series, since, until, points, current, unwritten);
    },
    candles: (query) => store.candles(query, about(['pricePoints'], query.game, query.name)),
    bidCandles: (query) => store.bidCandles(query, about(['bidPoints'], query.game, query.name)),
    saleCandles: (query) => store.saleCandles(query, about(['sales'], query.game, query.name)),
    historyStart: (item) => store.historyStart(item, about(['pricePoints', 'pastPrices'], item.game, item.name)),
    itemHistory: (query) =>
      store.itemHistory(query, about(['pricePoints', 'pastPrices', 'sales'], query.game, query.name)),
    conditions: (query) => store.conditions(query, [...writer.rowsOf(['sourceDays', 'gaps'])]),
    itemAt: (span, game, name, at) => store.states.itemAt(span, game, name, at, about(statesOfPast, game, name)),
    dailyWorths: store.dailyWorths,
    pastRates: store.pastRates,
    keepsPast: store.keepsPast,
    coverage: store.coverage,
    ping: store.ping,
  };
}
