import type { LiveBuyOrder } from '../../schema/index.ts';
import * as column from './columns.ts';
import { type KeptTable, knownAt, moneyAt, seriesAt, textAt, timesAt } from './page.ts';
import { named } from './table.ts';

const columns = {
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  orderId: column.text((order) => order.orderId, 'Id of the buy order'),
  phase: column.phase(),
  amount: column.amount((order) => order.price.amount),
  currency: column.currency((order) => order.price.currency),
  ...column.prices('Bid per item'),
  quantity: column.number('Nullable(Int64)', (order) => order.quantity, 'How many are wanted'),
  ...column.times(),
  itemId: column.itemId(),
} satisfies column.Columns<LiveBuyOrder>;

export const buyOrders: KeptTable<LiveBuyOrder, typeof columns> = {
  name: 'liveBuyOrders',
  columns,
  exported: {
    time: 'changedAt',
    columns: [...named.series, 'orderId', ...named.money, 'quantity', ...named.times],
  },
  rowAt: (page, row) => ({
    ...seriesAt(page, row),
    orderId: textAt(page.orderId, row),
    price: moneyAt(page, row),
    quantity: knownAt(page.quantity, row),
    ...timesAt(page, row),
  }),
};
