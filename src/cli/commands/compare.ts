import type { Run } from '../command.ts';
import { readFlag } from '../flags.ts';
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
  const compared = await tape.compare({ game, name, ...(marketplaces !== undefined && { marketplaces }) });
  if (input.flags['json'] === true) {
    input.out(`${JSON.stringify(compared, null, 2)}\n`);
    return 0;
  }
  const now = Date.now();
  const cells = compared.marketplaces.map((row) => [
    row.marketplace,
    usd(row.priceUSD),
    usd(row.priceEUR),
    usd(row.priceCNY),
    usd(row.priceRUB),
    String(row.offerCount),
    age(row.updatedAt, now),
  ]);
  input.out(`${name} (${game})\n`);
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  return 0;
};
