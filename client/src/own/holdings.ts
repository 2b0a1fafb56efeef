import type { Game, GameName, GameOf } from '../game.ts';
import type {
  Holdings as HoldingsAnswer,
  HoldingsHistory,
  Inventory,
  InventoryRequest,
  NewTransaction,
  SoldLots,
  Transaction,
  TransactionsAdded,
} from '../generated/rest.ts';
import type { HttpClient } from '../http.ts';
import { written } from '../query/parameter.ts';

type Options = { readonly signal?: AbortSignal };

type CurrencyCode = HoldingsAnswer['currency'];
type PayoutChoice = HoldingsAnswer['payout'];

/** Where pieces are sold. */
type SaleChoice = {
  /** `bid` (default) sells to the best buy order at once, `list` puts on sale at the lowest ask. */
  readonly way?: 'bid' | 'list';
  /** Only marketplaces that pay this out; `money` by default. */
  readonly payout?: PayoutChoice;
  readonly marketplaces?: readonly (string | number)[];
  readonly currency?: CurrencyCode;
};

/** What this key has bought and sold; the service stores it, so all programs and browsers of a key share it. */
export type Holdings = {
  /**
   * What is held, what it cost and brings now after fees, and what was gained.
   *
   * @example
   * const { value, cost, profit, realised } = await tape.holdings.list({ currency: 'EUR' });
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown marketplace.
   */
  readonly list: (what?: SaleChoice, options?: Options) => Promise<HoldingsAnswer>;

  /**
   * Value and cost of what was held at the end of each of the last `days` days, 90 by default.
   *
   * @example
   * const { at, value, cost } = await tape.holdings.history({ days: 30 });
   *
   * @throws {TapeError} `NO_DATABASE` only if the service can no longer read its database.
   */
  readonly history: (what?: SaleChoice & { readonly days?: number }, options?: Options) => Promise<HoldingsHistory>;

  /**
   * What was sold, newest sale first, with cost and profit; at most `limit` rows, 1,000 by default.
   *
   * @example
   * for (const { name, profit } of (await tape.holdings.sold()).sold) console.log(name, profit);
   *
   * @throws {TapeError} Like every call.
   */
  readonly sold: (
    what?: { readonly limit?: number; readonly currency?: CurrencyCode },
    options?: Options,
  ) => Promise<SoldLots>;

  /**
   * Recorded transactions, last recorded first; at most `limit`, 1,000 by default.
   *
   * @example
   * const transactions = await tape.holdings.transactions({ limit: 50 });
   *
   * @throws {TapeError} Like every call.
   */
  readonly transactions: (what?: { readonly limit?: number }, options?: Options) => Promise<Transaction[]>;

  /**
   * All transactions, or all sold lots, as CSV. That of transactions can be recorded again.
   *
   * @example
   * console.log(await tape.holdings.csv('transactions'));
   *
   * @throws {TapeError} Like every call.
   */
  readonly csv: (
    of: 'transactions' | 'sold',
    what?: { readonly currency?: CurrencyCode },
    options?: Options,
  ) => Promise<string>;

  /**
   * Records purchases and sales, all of them or none: a list, or a text with CSV or a name on each line. `game` is that of
   * lines that name none. At most 10,000 at a time.
   *
   * @example
   * await tape.holdings.record([{ game: 'CS2', name: 'Fracture Case', quantity: 100, price: 0.31 }]);
   *
   * @throws {TapeError} `INVALID_PARAMS` with the line, what was found there, and what to give instead.
   */
  readonly record: (
    transactions: readonly NewTransaction[] | string,
    what?: { readonly game?: GameName },
    options?: Options,
  ) => Promise<TransactionsAdded>;

  /**
   * Deletes a transaction by its id, or `all`.
   *
   * @example
   * await tape.holdings.remove('4f1c2a9be0d3');
   *
   * @throws {TapeError} `NOT_FOUND` for an id that this key does not have.
   */
  readonly remove: (id: string, options?: Options) => Promise<void>;

  /**
   * What a public Steam inventory shows, and what it brings now. `hidden` says what it does not show.
   *
   * @example
   * const { items, value } = await tape.holdings.inventory({ profile: '76561197960287930', game: 'CS2' });
   *
   * @throws {TapeError} `ACCESS_DENIED` for an inventory that is not public, `NOT_FOUND` for an unknown profile,
   * `SERVICE_UNAVAILABLE` if Steam may not be asked again yet.
   */
  readonly inventory: <Named extends GameName>(
    what: SaleChoice & { readonly profile: string; readonly game: Named },
    options?: Options,
  ) => Promise<Inventory<GameOf<Named>>>;

  /**
   * Records the assets of a public Steam inventory as purchases, without those that are recorded already.
   *
   * @example
   * await tape.holdings.takeOver({ profile: '76561197960287930', game: 'CS2' });
   *
   * @throws {TapeError} Like `inventory`.
   */
  readonly takeOver: (
    what: InventoryRequest & { readonly game: Game },
    options?: Options,
  ) => Promise<TransactionsAdded>;
};

const path = 'tape/holdings';
const all = 50_000;

export const createHoldings = (ask: HttpClient): Holdings => ({
  list: (what = {}, options) => ask(path, written(what), options?.signal, false),
  history: (what = {}, options) => ask(`${path}/history`, written(what), options?.signal, false),
  sold: (what = {}, options) => ask(`${path}/sold`, what, options?.signal, false),
  transactions: (what = {}, options) => ask(`${path}/transactions`, what, options?.signal, false),
  csv: (of, what = {}, options) => ask(`${path}/${of}`, { ...what, limit: all, format: 'csv' }, options?.signal, false),
  record: (transactions, what = {}, options) => {
    const body = typeof transactions === 'string' ? transactions : { transactions };
    // A second attempt could record them twice
    return ask(`${path}/transactions`, what, options?.signal, false, { method: 'POST', body, isOnce: true });
  },
  remove: async (id, options) => {
    await ask(`${path}/transactions`, { id }, options?.signal, false, { method: 'DELETE' });
  },
  inventory: (what, options) => ask(`${path}/inventory`, written(what), options?.signal, false),
  takeOver: (what, options) => ask(`${path}/inventory`, {}, options?.signal, false, { method: 'POST', body: what }),
});
