import type { Deal } from '#client';
import { payoutCell } from './payout.ts';
import { age, type Column, usd } from './table.ts';

/** Where an item is bought and where it is sold. */
export type Way = Pick<Deal, 'buy' | 'sell' | 'holdDays'>;

const payoutColumn: Column<Way> = { head: 'pays', cell: ({ sell }) => payoutCell(sell.payout) };

/** The columns of both sides; what is paid out has one where not every row ends in money. */
export const wayColumns = (ways: readonly Way[]): readonly Column<Way>[] => [
  { head: 'buy on', cell: ({ buy }) => buy.marketplace },
  { head: 'for', isNumber: true, cell: ({ buy }) => usd(buy.afterFees ?? buy.price) },
  { head: 'seen', isNumber: true, cell: ({ buy }, now) => age(buy.seenAt, now) },
  { head: 'sell on', cell: ({ sell }) => sell.marketplace },
  { head: 'way', cell: ({ sell }) => sell.way },
  { head: 'brings', isNumber: true, cell: ({ sell }) => usd(sell.afterFees) },
  ...(ways.every(({ sell }) => sell.payout === 'money') ? [] : [payoutColumn]),
  { head: 'seen', isNumber: true, cell: ({ sell }, now) => age(sell.seenAt, now) },
  { head: 'held', isNumber: true, cell: ({ holdDays }) => (holdDays === null ? '?' : `${holdDays} d`) },
];

/** The pages where the item is bought and sold. */
export const linksOfWay = ({ buy, sell }: Way): readonly (string | null)[] => [buy.link, sell.link];
