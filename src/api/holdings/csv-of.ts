import type { SoldLot } from '../../holdings/ledger.ts';
import type { Transaction } from '../../holdings/transaction.ts';
import { type Currency, csvText, effectIn, phaseIn } from '../../schema/index.ts';
import { marketplaceOf } from '../wire/holdings/transaction.ts';
import { type Column, transactionColumns } from './read-transactions.ts';

type Cell = string | number | null;

const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (cell === null ? '' : csvText(String(cell)))).join(',')}\n`;

const isoOf = (at: number): string => new Date(at).toISOString();

const cellsOf = (one: Transaction): Readonly<Record<Column, Cell>> => ({
  id: one.id,
  kind: one.kind,
  game: one.game,
  name: one.name,
  phase: phaseIn(one.variant),
  effect: effectIn(one.variant),
  quantity: one.quantity,
  price: one.price === null ? null : one.price / 1000,
  currency: one.currency,
  fee: one.fee === 0 ? null : one.fee / 1000,
  date: isoOf(one.at),
  marketplace: marketplaceOf(one),
  assetId: one.assetId,
  float: one.float,
  paintSeed: one.paintSeed,
  note: one.note,
});

/** Transactions as CSV, in the form in which they can be recorded again. */
export function transactionsCsv(transactions: readonly Transaction[]): string {
  const lines = transactions.map((one) => {
    const cells = cellsOf(one);
    return lineOf(transactionColumns.map((column) => cells[column]));
  });
  return lineOf(transactionColumns) + lines.join('');
}

const soldColumns = [
  ...['game', 'name', 'phase', 'effect', 'quantity', 'bought', 'sold', 'marketplace'],
  ...['currency', 'cost', 'proceeds', 'profit', 'buyId', 'sellId'],
];

const units = (thousandths: number | null): number | null => (thousandths === null ? null : thousandths / 1000);

/** Sold lots as CSV, with their amounts in one currency. */
export function soldCsv(sold: readonly SoldLot[], currency: Currency): string {
  const lines = sold.map(({ buy, sell, quantity, cost, proceeds }) =>
    lineOf([
      ...[sell.game, sell.name, phaseIn(sell.variant), effectIn(sell.variant), quantity],
      ...[buy === null ? null : isoOf(buy.at), isoOf(sell.at), marketplaceOf(sell), currency],
      ...[units(cost), units(proceeds), cost === null || proceeds === null ? null : units(proceeds - cost)],
      ...[buy?.id ?? null, sell.id],
    ]),
  );
  return lineOf(soldColumns) + lines.join('');
}
