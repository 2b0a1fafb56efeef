import type { Deal, DealBuy, Deals } from '#client';
import { currencies, dealPairs, dealSorts, dealWays, given, payoutChoices } from '../../../schema/index.ts';
import type { CommandInput, Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { doubtsOf } from '../../read/deal-doubts.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { type Column, itemColumn, linkedLines, usd } from '../../read/table.ts';
import { linksOfWay, wayColumns } from '../../read/way-columns.ts';

/** An upper bound where the fee for buyers is not known. */
const atMost = ({ flags }: DealBuy, gain: string): string => (flags.includes('feeUnknown') ? `≤ ${gain}` : gain);

const gainColumns: readonly Column<Deal>[] = [
  { head: 'profit', isNumber: true, cell: ({ buy, profit }) => atMost(buy, usd(profit)) },
  { head: '%', isNumber: true, cell: ({ buy, profitPercent }) => atMost(buy, profitPercent.toFixed(1)) },
];

const listOf = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim());

const optionsOf = (flags: CommandInput['flags']) =>
  given({
    name: readFlag(flags, 'name'),
    minProfit: amountFlag(flags, 'min-profit'),
    minPercent: amountFlag(flags, 'min-percent'),
    maxPrice: amountFlag(flags, 'max-price'),
    maxAgeSeconds: readFlag(flags, 'max-age') === undefined ? null : countFlag(flags, 'max-age', 1),
    from: listOf(readFlag(flags, 'from')),
    to: listOf(readFlag(flags, 'to')),
    without: listOf(readFlag(flags, 'without')),
    way: choiceFlag(flags, 'way', ['any', ...dealWays]),
    payout: choiceFlag(flags, 'payout', payoutChoices),
    maxHoldDays: amountFlag(flags, 'max-hold-days'),
    pairs: choiceFlag(flags, 'pairs', dealPairs),
    sort: choiceFlag(flags, 'sort', dealSorts),
    currency: choiceFlag(flags, 'currency', currencies),
  });

export const run: Run = async (input) => {
  const { flags } = input;
  const tape = tapeFor(input);
  const options = { limit: countFlag(flags, 'limit', 20), ...optionsOf(flags) };
  // Last, since it sends a request
  const found = await tape.deals({ ...options, game: await usualGame(input, tape) });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  if (found.deals.length === 0) {
    const isInMoney = readFlag(flags, 'payout') === undefined;
    const hint = isInMoney ? '; only those that end in money are listed unless --payout says otherwise' : '';
    await explainNone(input, tape, `no known deal matches${hint}`);
    return 0;
  }
  for (const line of linesOf(found, flags['links'] === true)) input.out(`${line}\n`);
  return 0;
};

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
