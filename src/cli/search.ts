import { games } from '../schema/index.ts';
import { type Run, UsageError } from './command.ts';
import { countFlag, gameFlag, readFlag } from './flags.ts';
import { tapeFor } from './reading/service.ts';
import { age, tableLines, usd } from './reading/table.ts';

const columns = [
  { head: 'USD', isNumber: true },
  { head: 'offers', isNumber: true },
  { head: 'changed', isNumber: true },
  { head: 'marketplace' },
  { head: 'game' },
  { head: 'item' },
];

export const run: Run = async (input) => {
  const query = input.positionals.join(' ').trim();
  if (query === '') throw new UsageError('say what to look for, such as redline field');
  const limit = countFlag(input.flags, 'limit', 20);
  const marketplace = readFlag(input.flags, 'marketplace');
  const given = gameFlag(input.flags);
  const tape = tapeFor(input);
  const asked = (given === null ? games : [given]).map((game) =>
    tape.search({ game, query, limit, ...(marketplace !== undefined && { marketplace }) }),
  );
  const rows = (await Promise.all(asked)).flat().slice(0, limit);
  if (input.flags['json'] === true) {
    input.out(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) {
    input.err(`no marketplace that is read knows a name with all of "${query}"\n`);
    return 1;
  }
  const now = Date.now();
  const cells = rows.map((row) => [
    usd(row.priceUSD),
    String(row.offerCount),
    age(row.updatedAt, now),
    row.marketplace,
    row.game,
    row.name,
  ]);
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  return 0;
};
