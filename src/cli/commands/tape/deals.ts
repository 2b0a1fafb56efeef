import type { Deal, DealBuy } from '#client';
import { currencies, dealPairs, dealSorts, dealWays } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag, readFlag } from '../../flags.ts';
import { given } from '../../given.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { age, type Column, itemColumn, tableLines, usd } from '../../read/table.ts';

/** An upper bound where the fee for buyers is not known. */
const atMost = ({ flags }: DealBuy, gain: string): string => (flags.includes('feeUnknown') ? `≤ ${gain}` : gain);

const flagsOf = (side: string, { flags }: Pick<DealBuy, 'flags'>): string =>
  flags.length === 0 ? '' : `${side}: ${flags.join(', ')}`;

const columns: readonly Column<Deal>[] = [
  { head: 'profit', isNumber: true, cell: ({ buy, profit }) => atMost(buy, usd(profit)) },
  { head: '%', isNumber: true, cell: ({ buy, profitPercent }) => atMost(buy, profitPercent.toFixed(1)) },
  { head: 'buy on', cell: ({ buy }) => buy.marketplace },
  { head: 'for', isNumber: true, cell: ({ buy }) => usd(buy.afterFees ?? buy.price) },
  { head: 'seen', isNumber: true, cell: ({ buy }, now) => age(buy.seenAt, now) },
  { head: 'sell on', cell: ({ sell }) => sell.marketplace },
  { head: 'way', cell: ({ sell }) => sell.way },
  { head: 'brings', isNumber: true, cell: ({ sell }) => usd(sell.afterFees) },
  { head: 'seen', isNumber: true, cell: ({ sell }, now) => age(sell.seenAt, now) },
  itemColumn,
  {
    head: 'flags',
    cell: ({ buy, sell }) => [flagsOf('buy', buy), flagsOf('sell', sell)].filter((text) => text !== '').join('; '),
  },
];

const listOf = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim());

export const run: Run = async (input) => {
  const { flags } = input;
  const tape = tapeFor(input);
  const found = await tape.deals({
    limit: countFlag(flags, 'limit', 20),
    pairs: choiceFlag(flags, 'pairs', dealPairs) ?? 'best',
    ...given({
      minProfit: amountFlag(flags, 'min-profit'),
      minPercent: amountFlag(flags, 'min-percent'),
      maxPrice: amountFlag(flags, 'max-price'),
      maxAgeSeconds: readFlag(flags, 'max-age') === undefined ? null : countFlag(flags, 'max-age', 1),
      from: listOf(readFlag(flags, 'from')),
      to: listOf(readFlag(flags, 'to')),
      without: listOf(readFlag(flags, 'without')),
      way: choiceFlag(flags, 'way', ['any', ...dealWays]),
      sort: choiceFlag(flags, 'sort', dealSorts),
      currency: choiceFlag(flags, 'currency', currencies),
    }),
    // Last, since it sends a request
    game: await usualGame(input, tape),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  if (found.deals.length === 0) {
    await explainNone(input, tape, 'no known deal matches');
    return 0;
  }
  input.out(`${found.game}, ${found.currency}, after known fees\n`);
  for (const line of tableLines(columns, found.deals)) input.out(`${line}\n`);
  return 0;
};
