import type { Run } from '../command.ts';
import { readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { addedTo, fullColumns } from '../read/full.ts';
import { gameOf, itemName, tapeFor } from '../read/service.ts';
import { age, tableLines, usd } from '../read/table.ts';

const columns = [
  { head: 'marketplace' },
  { head: 'USD', isNumber: true },
  { head: 'EUR', isNumber: true },
  { head: 'CNY', isNumber: true },
  { head: 'RUB', isNumber: true },
  { head: 'offers', isNumber: true },
  { head: 'changed', isNumber: true },
];

export const run: Run = async (input) => {
  const name = itemName(input);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const marketplaces = readFlag(input.flags, 'marketplace')?.split(',');
  const now = Date.now();
  const query = { game, name, ...(marketplaces !== undefined && { marketplaces }) };
  const isFull = input.flags['full'] === true;
  const compared = isFull ? await tape.compare({ ...query, fields: 'full' }) : await tape.compare(query);
  if (input.flags['json'] === true) {
    input.out(jsonText(compared));
    return 0;
  }
  const cells = compared.marketplaces.map((row) => [
    row.marketplace,
    usd(row.priceUSD),
    usd(row.priceEUR),
    usd(row.priceCNY),
    usd(row.priceRUB),
    String(row.offerCount),
    age(row.updatedAt, now),
    ...addedTo(row, now),
  ]);
  const traded = 'liquidity' in compared ? `, liquidity ${compared.liquidity ?? '–'}` : '';
  input.out(`${clean(name)} (${game}${traded})\n`);
  for (const line of tableLines([...columns, ...(isFull ? fullColumns : [])], cells)) input.out(`${line}\n`);
  return 0;
};
