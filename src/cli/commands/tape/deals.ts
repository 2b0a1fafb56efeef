import type { Deal, DealBuy, Deals } from '#client';
import { dealFlags, dealPairs, dealSorts, defaultWithout } from '../../../schema/index.ts';
import {
  amount,
  byDefault,
  choice,
  count,
  currency,
  defaultGame,
  links,
  list,
  maxHoldDays,
  onlyItem,
  payoutOf,
  way,
} from '../../flags.ts';
import { doubtsOf } from '../../read/deal-doubts.ts';
import { query } from '../../read/query.ts';
import { chosenGame } from '../../read/service.ts';
import { type Column, itemColumn, linkedLines, usd } from '../../read/table.ts';
import { linksOfWay, wayColumns } from '../../read/way-columns.ts';

/** An upper bound where the fee for buyers is not known. */
const atMost = ({ flags }: DealBuy, gain: string): string => (flags.includes('feeUnknown') ? `≤ ${gain}` : gain);

const gainColumns: readonly Column<Deal>[] = [
  { head: 'profit', isNumber: true, cell: ({ buy, profit }) => atMost(buy, usd(profit)) },
  { head: '%', isNumber: true, cell: ({ buy, profitPercent }) => atMost(buy, profitPercent.toFixed(1)) },
];

export const command = query({
  about: 'Lists items worth buying on one marketplace and selling for money on another, after fees.',
  usage: '',
  example: 'itemtape deals --game CS2 --min-profit 5 --max-price 200 --max-hold-days 8',
  flags: {
    game: defaultGame,
    name: onlyItem,
    minProfit: amount('--min-profit <amount>', 'Minimum profit.'),
    minPercent: amount('--min-percent <percent>', 'Minimum profit, as a percentage of what the buyer pays.'),
    maxPrice: amount('--max-price <amount>', 'Maximum price that the buyer pays.'),
    maxAgeSeconds: count(
      '--max-age <seconds>',
      'Only deals whose two sides were both confirmed within this many seconds.',
    ),
    from: list('--from <names>', 'Marketplaces to buy on, comma-separated.'),
    to: list('--to <names>', 'Marketplaces to sell on, comma-separated.'),
    way,
    payout: payoutOf('to sell on'),
    maxHoldDays,
    pairs: choice(
      dealPairs,
      '--pairs <which>',
      'best (only the first deal of each item; default) or all (every pair of marketplaces).',
    ),
    without: list(
      '--without <flags>',
      `Leave out deals with any of these flags on either side: ${dealFlags.join(', ')}; or none (default: ${defaultWithout.join(',')}).`,
    ),
    sort: choice(dealSorts, '--sort <order>', 'profit or percent (default: profit).'),
    limit: byDefault(20, count('--limit <count>', 'Deals to show (default: 20).')),
    currency,
    links,
  },
  game: chosenGame,
  ask: ({ tape, flags: { links: _, ...what }, game }) => tape.deals({ ...what, game }),
  show: (found, { flags }) => {
    if (found.deals.length > 0) return linesOf(found, flags.links === true);
    const isInMoney = flags.payout === undefined;
    const hint = isInMoney ? '; only those that end in money are listed unless --payout says otherwise' : '';
    return { none: `no known deal matches${hint}` };
  },
});

function linesOf(found: Deals, hasLinks: boolean): string[] {
  const doubts = doubtsOf(found);
  const columns = [
    ...gainColumns,
    ...wayColumns(found.deals),
    itemColumn,
    { head: 'flags', cell: doubts.rest },
  ] satisfies Column<Deal>[];
  return [
    `${found.game}, ${found.currency}, after known fees`,
    ...doubts.lines,
    ...linkedLines(columns, found.deals, hasLinks ? linksOfWay : () => []),
  ];
}
