import type { Ratio, RatioRow } from '#client';
import { amount, byDefault, count, currency, defaultGame, links, maxHoldDays, onlyItem, way } from '../../flags.ts';
import { query } from '../../read/query.ts';
import { chosenGame } from '../../read/service.ts';
import { type Column, itemColumn, linkedLines, usd } from '../../read/table.ts';
import { linksOfWay, wayColumns } from '../../read/way-columns.ts';

const directions = [
  ['into', 'money into Steam balance'],
  ['back', 'Steam balance into money'],
] as const;

export const command = query({
  about: 'Shows what money becomes as Steam balance, and Steam balance as money, and by which items.',
  usage: '',
  example: 'itemtape ratio --game CS2 --amount 500 --way bid',
  flags: {
    game: defaultGame,
    name: onlyItem,
    amount: amount('--amount <amount>', 'Sum to carry across in a day (default: 1000).'),
    way,
    maxHoldDays,
    minSalesPerDay: amount(
      '--min-sales <count>',
      'Only items of which at least this many are sold in a day (default: 1, or 0 with --name).',
    ),
    limit: byDefault(10, count('--limit <count>', 'Rows of each direction to show (default: 10).')),
    currency,
    links,
  },
  game: chosenGame,
  ask: ({ tape, flags: { links: _, ...what }, game }) => tape.ratio({ ...what, game }),
  show: (found, { flags }) =>
    found.into.rows.length === 0 && found.back.rows.length === 0
      ? { none: 'no item is known that is sold often enough on both sides; --min-sales 0 includes the others' }
      : [`${found.game}, ${found.currency}, after known fees`, ...linesOf(found, flags.links === true)],
});

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
