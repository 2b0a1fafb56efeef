import { Check } from 'typebox/value';
import { type Ledger, ledgerInPieces } from '../../holdings/ledger.ts';
import type { NewTransaction, Transaction } from '../../holdings/transaction.ts';
import { inTurns } from '../../runtime/turn.ts';
import type { Currency } from '../../schema/index.ts';
import type { AlertRouteParts } from '../alerts/alert-routes.ts';
import { readyActions, withAlertErrors } from '../alerts/answering.ts';
import type { Contexts } from '../contexts.ts';
import { invalid, mistakeIn, notFound, quoted } from '../errors.ts';
import { type Parameters, readParameters, type Values } from '../parameters.ts';
import { readQuery, requireReadable } from '../query.ts';
import { ownerOf } from '../require-key.ts';
import type { RouteContext } from '../route.ts';
import { json } from '../server/content.ts';
import type { Call, Content, Method, Router } from '../server/router.ts';
import { InventoryRequest } from '../wire/holdings/inventory.ts';
import { toWireTransaction } from '../wire/holdings/transaction.ts';
import { DayRates } from './convert-at.ts';
import { soldCsv, transactionsCsv } from './csv-of.ts';
import { historyAnswer } from './history-answer.ts';
import { holdingsAnswer, newestFirst, toWireSoldLot } from './holdings-answer.ts';
import { inventoryAnswer, purchasesOf, type ReadInventory, readOwned } from './inventory-answer.ts';
import {
  historyParameters,
  holdingsParameters,
  inventoryParameters,
  recordParameters,
  removeParameters,
  soldParameters,
  transactionsParameters,
} from './parameters.ts';
import { readTransactions } from './read-transactions.ts';

const holdingsPath = '/tape/holdings';
const bodyBytes = 4 * 1024 * 1024;

type HoldingRouteParts = AlertRouteParts & {
  readonly contexts: Contexts;
  /** Missing where Steam cannot be asked. */
  readonly readInventory?: ReadInventory;
};

/** A request with its key, and what it may read. */
type Request<P extends Parameters> = {
  readonly keyId: string;
  readonly values: Values<P>;
  readonly context: RouteContext;
  readonly body: unknown;
};

/** Adds the routes of holdings, which belong to their key. */
export function addHoldingRoutes(router: Router, parts: HoldingRouteParts): void {
  const holdings = new HoldingEndpoints(parts);
  const add = <P extends Parameters>(
    method: Method,
    path: string,
    parameters: P,
    handle: (request: Request<P>) => Promise<Content>,
  ): void => {
    const answer = async (call: Call): Promise<Content> => {
      const query = readQuery(call.request.url ?? '');
      requireReadable(query);
      const { values } = readParameters(parameters, query);
      const key = ownerOf(parts.keys, call);
      return await handle({ keyId: key.id, values, context: parts.contexts(key), body: call.body });
    };
    router.add([method], path, answer, { before: (call) => ownerOf(parts.keys, call), bodyBytes });
  };
  add('GET', holdingsPath, holdingsParameters, holdings.list);
  add('GET', `${holdingsPath}/history`, historyParameters, holdings.history);
  add('GET', `${holdingsPath}/sold`, soldParameters, holdings.sold);
  add('GET', `${holdingsPath}/transactions`, transactionsParameters, holdings.transactions);
  add('POST', `${holdingsPath}/transactions`, recordParameters, holdings.record);
  add('DELETE', `${holdingsPath}/transactions`, removeParameters, holdings.remove);
  add('GET', `${holdingsPath}/inventory`, inventoryParameters, holdings.inventory);
  add('POST', `${holdingsPath}/inventory`, {}, holdings.takeOver);
}

const csv = (body: string): Content => ({ headers: { 'content-type': 'text/csv; charset=utf-8' }, body });

class HoldingEndpoints {
  readonly #parts: HoldingRouteParts;

  constructor(parts: HoldingRouteParts) {
    this.#parts = parts;
  }

  readonly list = async ({ keyId, values, context }: Request<typeof holdingsParameters>): Promise<Content> => {
    const { ledger, rates } = await this.#ledger(keyId, values.currency, context);
    const answer = await holdingsAnswer(ledger, { context, query: saleQueryOf(values, context), rates });
    for (const { game, name, isKnown } of answer.holdings) if (isKnown) context.itemRequested(game, name, null);
    return json(answer);
  };

  readonly history = async ({ keyId, values, context }: Request<typeof historyParameters>): Promise<Content> => {
    const { ledger } = await this.#ledger(keyId, values.currency, context);
    return json(await historyAnswer(ledger, { context, query: saleQueryOf(values, context), maxDays: values.days }));
  };

  readonly sold = async ({ keyId, values, context }: Request<typeof soldParameters>): Promise<Content> => {
    const { currency, limit, format } = values;
    const { ledger, rates } = await this.#ledger(keyId, currency, context);
    const sold = newestFirst(ledger.sold, limit);
    if (format === 'csv') return csv(soldCsv(sold, currency));
    return json({ currency, count: ledger.sold.length, sold: sold.map((one) => toWireSoldLot(one, rates)) });
  };

  readonly transactions = async ({ keyId, values }: Request<typeof transactionsParameters>): Promise<Content> => {
    const all = await this.#transactions(keyId);
    const newest = newestFirst(all, values.limit);
    return values.format === 'csv' ? csv(transactionsCsv(newest)) : json(newest.map(toWireTransaction));
  };

  readonly record = async ({ keyId, values, context, body }: Request<typeof recordParameters>): Promise<Content> => {
    const given = await readTransactions(body, values.game, context);
    const known = new Set((await this.#transactions(keyId)).map(({ id }) => id));
    const added = given.filter(({ id }) => id === null || !known.has(id)).map(({ transaction }) => transaction);
    return await this.#add(keyId, added, given.length - added.length);
  };

  readonly remove = async ({ keyId, values: { id } }: Request<typeof removeParameters>): Promise<Content> => {
    const actions = readyActions(this.#parts);
    const count = await withAlertErrors(() => actions.removeTransactions(keyId, id === 'all' ? null : id));
    if (count === 0 && id !== 'all') throw notFound(`no transaction of this key has the id ${quoted(id)}`);
    return { status: 204 };
  };

  readonly inventory = async ({ keyId, values, context }: Request<typeof inventoryParameters>): Promise<Content> => {
    const game = context.lookups.game(values.game);
    const owned = await readOwned(this.#reader(), values.profile, game);
    const transactions = await this.#transactions(keyId);
    return json(await inventoryAnswer(owned, { game, context, query: saleQueryOf(values, context), transactions }));
  };

  readonly takeOver = async ({ keyId, context, body }: Request<Record<never, never>>): Promise<Content> => {
    if (!Check(InventoryRequest, body)) {
      throw invalid(
        `${mistakeIn(InventoryRequest, body)}; give JSON such as {"profile": "76561197960287930", "game": "CS2"}`,
      );
    }
    const game = context.lookups.game(body.game);
    const owned = await readOwned(this.#reader(), body.profile, game);
    const transactions = await this.#transactions(keyId);
    const { purchases, skippedCount } = purchasesOf(owned, body, { game, context, transactions });
    return await this.#add(keyId, purchases, skippedCount);
  };

  #reader(): ReadInventory {
    const { readInventory } = this.#parts;
    if (readInventory === undefined) throw notFound('inventories are not read here');
    return readInventory;
  }

  async #add(keyId: string, added: readonly NewTransaction[], skippedCount: number): Promise<Content> {
    const actions = readyActions(this.#parts);
    const recorded = await withAlertErrors(() => actions.addTransactions(keyId, added));
    return json({ addedCount: recorded.length, skippedCount, ids: recorded.map(({ id }) => id) }, 201);
  }

  #transactions(keyId: string): Promise<readonly Transaction[]> {
    return withAlertErrors(() => readyActions(this.#parts).transactions(keyId));
  }

  async #ledger(
    keyId: string,
    currency: Currency,
    context: RouteContext,
  ): Promise<{ readonly ledger: Ledger; readonly rates: DayRates }> {
    const [transactions, rates] = await Promise.all([this.#transactions(keyId), DayRates.read(context, currency)]);
    return { ledger: await inTurns(ledgerInPieces(transactions, rates.convert)), rates };
  }
}

/** The choice of marketplaces as the valuation takes it. */
function saleQueryOf<Choice extends { readonly marketplaces: string | null }>(
  { marketplaces, ...choice }: Choice,
  { lookups }: RouteContext,
): Omit<Choice, 'marketplaces'> & { readonly marketplaceIds: readonly number[] | null } {
  return { ...choice, marketplaceIds: lookups.marketplaceList(marketplaces)?.map(({ id }) => id) ?? null };
}
