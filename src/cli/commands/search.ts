import { foundItems } from '#client';
import { type Run, UsageError } from '../command.ts';
import { countFlag, gameFlag, readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { ofGames, tapeFor } from '../read/service.ts';
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

const mostHints = 3;

export const run: Run = async (input) => {
  const query = input.positionals.join(' ').trim();
  if (query === '') throw new UsageError('give words to search for, such as redline field');
  const limit = countFlag(input.flags, 'limit', 20);
  const marketplace = readFlag(input.flags, 'marketplace');
  const given = gameFlag(input.flags);
  const tape = tapeFor(input);
  const find = async (most: number, how: { readonly nearest?: true }) => {
    const options = { query, limit: most, ...(marketplace !== undefined && { marketplaces: [marketplace] }), ...how };
    return foundItems(await ofGames(given, (game) => tape.findItems({ game, ...options }))).slice(0, most);
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
    input.err(`${clean(unread ?? `no collected marketplace has a name with all the words of "${query}"${hint}`)}\n`);
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
