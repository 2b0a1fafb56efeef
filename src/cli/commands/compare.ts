import type { Comparison, FullComparison } from '#client';
import { bare, inFull, itsGame, onlyMarketplaces } from '../flags.ts';
import { clean } from '../read/clean.ts';
import { fullColumns } from '../read/full.ts';
import { query } from '../read/query.ts';
import { gameWith, itemName } from '../read/service.ts';
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

export const command = query({
  about: 'Compares one item across all marketplaces, cheapest first.',
  usage: '<name>',
  example: 'itemtape compare "AK-47 | Redline (Field-Tested)"',
  flags: {
    game: itsGame,
    marketplaces: onlyMarketplaces,
    full: inFull,
    links: bare('--links', 'Print the link of each price below it.'),
  },
  subject: itemName,
  game: gameWith,
  ask: ({ tape, flags: { full, links, ...others }, subject: name, game }): Promise<Comparison | FullComparison> => {
    const what = { ...others, game, name };
    // Links are among what the full answer adds
    return full === true || links === true ? tape.compare({ ...what, fields: 'full' }) : tape.compare(what);
  },
  show: (compared, { flags: { full, links }, subject: name, game }) => {
    const traded = 'liquidity' in compared ? `, liquidity ${compared.liquidity ?? '–'}` : '';
    return [`${clean(name)} (${game}${traded})`, ...linesOf(compared, full === true, links === true)];
  },
});

function linesOf(compared: Comparison | FullComparison, isFull: boolean, hasLinks: boolean): string[] {
  if (!('liquidity' in compared)) return tableLines(columns, compared.marketplaces);
  const all = isFull ? [...columns, ...fullColumns] : columns;
  return linkedLines(all, compared.marketplaces, ({ link }) => (hasLinks ? [link] : []));
}
