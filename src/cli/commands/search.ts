import { foundItems } from '#client';
import { games } from '../../schema/index.ts';
import { type Run, UsageError } from '../command.ts';
import { countFlag, gameFlag, readFlag } from '../flags.ts';
import { tapeFor } from '../read/service.ts';
import { age, tableLines, usd } from '../read/table.ts';

const columns = [
  { head: 'USD', isNumber: true },
  { head: 'cheapest on' },
  { head: 'marketplaces', isNumber: true },
  { head: 'offers', isNumber: true },
  { head: 'changed', isNumber: true },
  { head: 'game' },
  { head: 'item' },
];

// As many as the service tells at once; an item has one for each marketplace
const mostRows = 1000;
const mostHints = 3;

export const run: Run = async (input) => {
  const query = input.positionals.join(' ').trim();
  if (query === '') throw new UsageError('say what to look for, such as redline field');
  const limit = countFlag(input.flags, 'limit', 20);
  const marketplace = readFlag(input.flags, 'marketplace');
  const given = gameFlag(input.flags);
  const tape = tapeFor(input);
  const find = async (how: { readonly nearest?: true }) => {
    const asked = (given === null ? games : [given]).map((game) =>
      tape.search({ game, query, limit: mostRows, ...(marketplace !== undefined && { marketplace }), ...how }),
    );
    return foundItems((await Promise.all(asked)).flat());
  };
  const items = (await find({})).slice(0, limit);
  if (input.flags['json'] === true) {
    input.out(`${JSON.stringify(items, null, 2)}\n`);
    return 0;
  }
  if (items.length === 0) {
    const { unread } = await tape.health();
    const near = (await find({ nearest: true })).slice(0, mostHints).map(({ name }) => `"${name}"`);
    const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
    input.err(`${unread ?? `no marketplace that is read knows a name with all of "${query}"${hint}`}\n`);
    return 1;
  }
  const now = Date.now();
  const cells = items.map((item) => [
    usd(item.priceUSD),
    item.marketplace ?? '–',
    String(item.marketplaceCount),
    String(item.offerCount),
    age(item.updatedAt, now),
    item.game,
    item.name,
  ]);
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  return 0;
};
