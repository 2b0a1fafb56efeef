import type { Game } from '../../../schema/index.ts';
import type { CatalogueItem } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { pictureTokenOf } from '../picture.ts';
import { answerBy, type Route } from '../routes.ts';

const slug = 'cs-trade';

const games: Readonly<Record<string, Game>> = { CSGO: 'CS2', RUST: 'Rust', TF2: 'TF2' };

/** Trade credit is worth two thirds of its nominal value in money. */
const balancePerDollar = 1.5;

const dollars = (usd: number): number => Math.max(0.01, Math.round(usd * 100) / 100);

/** The site's maximum stock of an item. */
const limitOf = ({ index }: CatalogueItem): number => 2 + (index % 30);

/** Base prices exclude float and pattern premiums, so the cheapest item can cost more. */
const prices: Route['answer'] = (_request, world, [file = '']) => {
  const game = games[file];
  if (game === undefined) return null;
  const rows = world.items(game).map((item) => {
    const listings = world.listings(slug, item);
    const cheapest = listings[0]?.priceUsd ?? item.basePrice;
    const free = listings.filter(({ tradableAt }) => tradableAt === null).length;
    const picture = `https://community.akamai.steamstatic.com/economy/image/${pictureTokenOf(item.name)}`;
    const entry = {
      price: dollars(item.basePrice * balancePerDollar),
      store_price: dollars(item.basePrice),
      have: listings.length,
      tradable: free,
      reservable: listings.length - free,
      can_take: Math.max(0, limitOf(item) - listings.length),
      max: limitOf(item),
      available_lowest_price: dollars(cheapest * balancePerDollar),
      available_lowest_store_price: dollars(cheapest),
      available_stock: listings.length,
      ...(game === 'CS2' ? { i_url: picture } : {}),
    };
    return [item.name, entry] as const;
  });
  return { body: Object.fromEntries(rows) };
};

/** CS.TRADE's price lists for developers: prices in trade credit and in money. */
export const csTrade: Player = {
  slug,
  hosts: ['cdn.cs.trade'],
  answer: answerBy([{ method: 'GET', path: /^\/developer\/api\/prices_([A-Z0-9]+)$/, answer: prices }]),
};
