import type { Ratio, RatioRow } from '#client';
import { currencies, dealWays, given } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { type Column, itemColumn, linkedLines, usd } from '../../read/table.ts';
import { linksOfWay, wayColumns } from '../../read/way-columns.ts';

const directions = [
  ['into', 'money into Steam balance'],
  ['back', 'Steam balance into money'],
] as const;

export const run: Run = async (input) => {
  const { flags } = input;
  const tape = tapeFor(input);
  const found = await tape.ratio({
    limit: countFlag(flags, 'limit', 10),
    ...given({
      name: readFlag(flags, 'name'),
      amount: amountFlag(flags, 'amount'),
      way: choiceFlag(flags, 'way', ['any', ...dealWays]),
      maxHoldDays: amountFlag(flags, 'max-hold-days'),
      minSalesPerDay: amountFlag(flags, 'min-sales'),
      currency: choiceFlag(flags, 'currency', currencies),
    }),
    // Last, since it sends a request
    game: await usualGame(input, tape),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  if (found.into.rows.length === 0 && found.back.rows.length === 0) {
    await explainNone(
      input,
      tape,
      'no item is known that is sold often enough on both sides; --min-sales 0 includes the others',
    );
    return 0;
  }
  input.out(`${found.game}, ${found.currency}, after known fees\n`);
  for (const line of linesOf(found, flags['links'] === true)) input.out(`${line}\n`);
  return 0;
};

const linesOf = (found: Ratio, hasLinks: boolean): string[] =>
  directions.flatMap(([direction, words]) => {
    const { rows } = found[direction];
    const head = `${words}: ${ratioText(found, direction)}`;
    return rows.length === 0 ? [head] : [head, ...linkedLines(columnsOf(rows), rows, hasLinks ? linksOfWay : () => [])];
  });

function ratioText({ amount, ...ways }: Ratio, direction: 'into' | 'back'): string {
  const { ratio, covered, rows } = ways[direction];
  if (rows.length === 0) return 'no item is known';
  if (ratio === null) return 'no sales of these items are known, so there is no figure for the whole sum';
  const reach = covered < amount ? `only ${usd(covered)} of ${usd(amount)}` : usd(amount);
  return `${ratio.toFixed(4)} for 1, for ${reach} in a day`;
}

const columnsOf = (rows: readonly RatioRow[]): readonly Column<RatioRow>[] => [
  { head: 'ratio', isNumber: true, cell: ({ ratio }) => ratio.toFixed(4) },
  // What is paid out is the same in all rows
  ...wayColumns(rows).filter(({ head }) => head !== 'pays'),
  { head: 'sales a day', isNumber: true, cell: ({ salesPerDay }) => salesPerDay?.toFixed(2) ?? '?' },
  itemColumn,
];
