import Type from 'typebox';
import {
  historyParameters,
  holdingsParameters,
  inventoryParameters,
  recordParameters,
  removeParameters,
  soldParameters,
  transactionsParameters,
} from '../holdings/parameters.ts';
import { WireHoldings, WireHoldingsHistory, WireSoldLots } from '../wire/holdings/holding.ts';
import { InventoryRequest, WireInventory } from '../wire/holdings/inventory.ts';
import { TransactionsRequest, WireTransaction, WireTransactionsAdded } from '../wire/holdings/transaction.ts';
import type { OwnedPath } from './alert-paths.ts';

export const transactionsExample = {
  transactions: [
    { game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', price: 27.5, date: '2026-01-31', marketplace: 'CSFloat' },
    { kind: 'sell', game: 'CS2', name: 'Fracture Case', quantity: 100, price: 0.41, fee: 0.82 },
  ],
};

/** Endpoints for what a key says it owns. */
export const holdingPaths: readonly OwnedPath[] = [
  {
    method: 'get',
    path: '/tape/holdings',
    id: 'readHoldings',
    summary: 'What this key holds, what it cost and what it brings now',
    description:
      'Sales are assigned to purchases first in, first out. Amounts are converted at the rate of the day of their transaction. Value is what a seller gets after the fee and the cost of paying out, where a piece brings most; only marketplaces that pay out money count, unless `payout` says otherwise. Sessions of the operator share their holdings.',
    parameters: holdingsParameters,
    status: 200,
    answer: WireHoldings,
  },
  {
    method: 'get',
    path: '/tape/holdings/history',
    id: 'readHoldingsHistory',
    summary: 'Value and cost of what was held, day by day',
    description:
      'Each day is valued at the highest buy orders, or with `way=list` at the lowest asks, that were stored at its end, on each marketplace less the percentage that its seller fee and paying out are of 100 dollars today; a price is carried forward for up to a week. `valueQuantity` says how many pieces had one. The last day is valued at the prices of this moment.',
    parameters: historyParameters,
    status: 200,
    answer: WireHoldingsHistory,
  },
  {
    method: 'get',
    path: '/tape/holdings/sold',
    id: 'listSoldLots',
    summary: 'What was sold, with its cost and profit',
    description: 'Newest sale first; as CSV with `format=csv`.',
    parameters: soldParameters,
    status: 200,
    answer: WireSoldLots,
  },
  {
    method: 'get',
    path: '/tape/holdings/transactions',
    id: 'listTransactions',
    summary: 'Lists the transactions of this key',
    description: 'Last recorded first; as CSV with `format=csv`, in the form in which they can be recorded again.',
    parameters: transactionsParameters,
    status: 200,
    answer: Type.Array(WireTransaction),
  },
  {
    method: 'post',
    path: '/tape/holdings/transactions',
    id: 'recordTransactions',
    summary: 'Records purchases and sales, all of them or none',
    description:
      'JSON, or as text (text/csv or text/plain) CSV with a line of heads or a name on each line, such as `3x Fracture Case`. Columns are kind, game, name, phase, effect, quantity, price, currency, fee, date, marketplace, assetId, float, paintSeed, note and id; those that have an id of this key are skipped. At most 10,000 in a request and 50,000 of a key.',
    parameters: recordParameters,
    body: TransactionsRequest,
    bodyExample: transactionsExample,
    status: 201,
    answer: WireTransactionsAdded,
  },
  {
    method: 'delete',
    path: '/tape/holdings/transactions',
    id: 'deleteTransactions',
    summary: 'Deletes a transaction of this key, or all',
    description: 'Holdings are as if it had never been recorded.',
    parameters: removeParameters,
    status: 204,
    answer: null,
  },
  {
    method: 'get',
    path: '/tape/holdings/inventory',
    id: 'readInventory',
    summary: 'What a public Steam inventory shows, and what it brings now',
    description:
      'Read from Steam as a stranger sees it, at most five requests a minute for all keys, and cached for five minutes. `hidden` says what such an inventory does not show. One that is not public is refused with 403.',
    parameters: inventoryParameters,
    status: 200,
    answer: WireInventory,
  },
  {
    method: 'post',
    path: '/tape/holdings/inventory',
    id: 'takeOverInventory',
    summary: 'Records the assets of a public Steam inventory as purchases',
    description:
      'Assets whose id is that of a recorded purchase are skipped. Their cost is not known unless it is given.',
    body: InventoryRequest,
    bodyExample: { profile: '76561198000000000', game: 'CS2' },
    status: 201,
    answer: WireTransactionsAdded,
  },
];
