import { foundItems } from '#client';
import { type Run, UsageError } from '../command.ts';
import { countFlag, gameFlag, readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { ofGames, tapeFor } from '../read/service.ts';
import { age, type Column, tableLines, usd } from '../read/table.ts';

const columns: readonly Column<ReturnType<typeof foundItems>[number]>[] = [
  { head: 'USD', isNumber: true, cell: ({ priceUSD }) => usd(priceUSD) },
  { head: 'cheapest on', cell: ({ marketplace }) => marketplace ?? '–' },
  { head: 'marketplaces', isNumber: true, cell: ({ marketplaceCount }) => String(marketplaceCount) },
  { head: 'offers', isNumber: true, cell: ({ offerCount }) => String(offerCount) },
  { head: 'changed', isNumber: true, cell: ({ updatedAt }, now) => age(updatedAt, now) },
  { head: 'game', cell: ({ game }) => game },
  { head: 'item', cell: ({ name }) => name },
];

const mostHints = 3;

const noneWith = (query: string): string => `no collected marketplace has a name with all the words of "${query}"`;

export const run: Run = async (input) => {
  const query = input.positionals.join(' ').trim();
  if (query === '') throw new UsageError('give words to search for, such as redline field');
  const limit = countFlag(input.flags, 'limit', 20);
  const marketplace = readFlag(input.flags, 'marketplace');
  const given = gameFlag(input.flags);
  const tape = tapeFor(input);
  const find = async (most: number, how: { readonly nearest?: true }) => {
    const options = { query, limit: most, ...(marketplace !== undefined && { marketplaces: [marketplace] }), ...how };
    const found = foundItems(await ofGames(given, (game) => tape.findItems({ game, ...options })));
    const meant = found.filter(({ isNear }) => !isNear);
    return (meant.length > 0 ? meant : found).slice(0, most);
  };
  const items = await find(limit, {});
  if (input.flags['json'] === true) {
    input.out(jsonText(items));
    return 0;
  }
  if (items.length === 0) {
    const { unread } = await tape.health();
    const near = (await find(mostHints, { nearest: true })).map(({ name }) => `"${name}"`);
    const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
    input.err(`${clean(unread ?? `${noneWith(query)}${hint}`)}\n`);
    return 1;
  }
  if (items.every(({ isNear }) => isNear)) input.err(`${clean(`${noneWith(query)}; these are similar:`)}\n`);
  for (const line of tableLines(columns, items)) input.out(`${line}\n`);
  return 0;
};
