import { foundItems, type Tape } from '#client';
import type { Game } from '../../schema/index.ts';
import { byDefault, count, onlyGame, text } from '../flags.ts';
import { query } from '../read/query.ts';
import { ofGames } from '../read/service.ts';
import { age, type Column, tableLines, usd } from '../read/table.ts';
import { UsageError } from '../usage-error.ts';

const columns: readonly Column<ReturnType<typeof foundItems>[number]>[] = [
  { head: 'USD', isNumber: true, cell: ({ priceUSD }) => usd(priceUSD) },
  { head: 'cheapest on', cell: ({ marketplace }) => marketplace ?? '–' },
  { head: 'marketplaces', isNumber: true, cell: ({ marketplaceCount }) => String(marketplaceCount) },
  { head: 'offers', isNumber: true, cell: ({ offerCount }) => String(offerCount) },
  { head: 'changed', isNumber: true, cell: ({ updatedAt }, now) => age(updatedAt, now) },
  { head: 'game', cell: ({ game }) => game },
  { head: 'item', cell: ({ name }) => name },
];

const maxHints = 3;

const noneWith = (query: string): string => `no collected marketplace has a name with all the words of "${query}"`;

type SearchFlags = { readonly game?: Game; readonly marketplace?: string; readonly limit: number };

async function find(
  tape: Tape,
  query: string,
  { game, marketplace, limit }: SearchFlags,
  how: { readonly nearest?: true },
) {
  const what = { query, limit, ...(marketplace !== undefined && { marketplaces: [marketplace] }), ...how };
  const found = foundItems(await ofGames(game ?? null, (one) => tape.findItems({ game: one, ...what })));
  const meant = found.filter(({ isNear }) => !isNear);
  return (meant.length > 0 ? meant : found).slice(0, limit);
}

export const command = query({
  about: 'Finds items by words in their names and shows the cheapest marketplace of each.',
  usage: '<word…>',
  example: 'itemtape search redline field --game CS2',
  flags: {
    game: onlyGame,
    marketplace: text('--marketplace <name>', 'Only this marketplace.'),
    limit: byDefault(20, count('--limit <count>', 'Items to show (default: 20).')),
  },
  subject: (words) => {
    const given = words.join(' ').trim();
    if (given === '') throw new UsageError('give words to search for, such as redline field');
    return given;
  },
  ask: ({ tape, flags, subject }) => find(tape, subject, flags, {}),
  show: async (items, { tape, flags, subject }) => {
    if (items.length === 0) {
      const near = await find(tape, subject, { ...flags, limit: maxHints }, { nearest: true });
      const hint = near.length === 0 ? '' : `; did you mean ${near.map(({ name }) => `"${name}"`).join(' or ')}?`;
      return { none: `${noneWith(subject)}${hint}`, code: 1 };
    }
    const lines = tableLines(columns, items);
    return items.every(({ isNear }) => isNear) ? { note: `${noneWith(subject)}; these are similar:`, lines } : lines;
  },
});
