import type { Comparison, FullComparison } from '#client';
import type { Run } from '../command.ts';
import { readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { fullColumns } from '../read/full.ts';
import { gameOf, itemName, tapeFor } from '../read/service.ts';
import { age, type Column, linkedLines, tableLines, usd } from '../read/table.ts';

type Row = Comparison['marketplaces'][number];

const columns: readonly Column<Row>[] = [
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'USD', isNumber: true, cell: ({ priceUSD }) => usd(priceUSD) },
  { head: 'EUR', isNumber: true, cell: ({ priceEUR }) => usd(priceEUR) },
  { head: 'CNY', isNumber: true, cell: ({ priceCNY }) => usd(priceCNY) },
  { head: 'RUB', isNumber: true, cell: ({ priceRUB }) => usd(priceRUB) },
  { head: 'offers', isNumber: true, cell: ({ offerCount }) => String(offerCount) },
  { head: 'changed', isNumber: true, cell: ({ updatedAt }, now) => age(updatedAt, now) },
];

export const run: Run = async (input) => {
  const name = itemName(input);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const marketplaces = readFlag(input.flags, 'marketplace')?.split(',');
  const query = { game, name, ...(marketplaces !== undefined && { marketplaces }) };
  const [isFull, hasLinks] = [input.flags['full'] === true, input.flags['links'] === true];
  // Links are among what the full answer adds
  const compared = isFull || hasLinks ? await tape.compare({ ...query, fields: 'full' }) : await tape.compare(query);
  if (input.flags['json'] === true) {
    input.out(jsonText(compared));
    return 0;
  }
  const traded = 'liquidity' in compared ? `, liquidity ${compared.liquidity ?? '–'}` : '';
  input.out(`${clean(name)} (${game}${traded})\n`);
  for (const line of linesOf(compared, isFull, hasLinks)) input.out(`${line}\n`);
  return 0;
};

function linesOf(compared: Comparison | FullComparison, isFull: boolean, hasLinks: boolean): string[] {
  if (!('liquidity' in compared)) return tableLines(columns, compared.marketplaces);
  const all = isFull ? [...columns, ...fullColumns] : columns;
  return linkedLines(all, compared.marketplaces, ({ link }) => (hasLinks ? [link] : []));
}
