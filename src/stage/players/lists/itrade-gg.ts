import type { Game } from '../../../schema/index.ts';
import type { Player } from '../../player.ts';
import { answerBy, type Route } from '../routes.ts';

const slug = 'itrade-gg';

const games: Readonly<Record<string, Game>> = { csgo: 'CS2', rust: 'Rust' };

/** Trade credit is worth less than money. */
const tradeMarkup = 1.25;
const dollars = (usd: number): number => Math.max(0.01, Math.round(usd * 100) / 100);

/** Out-of-stock names stay listed, with the price of their kind. */
const inventory: Route['answer'] = (_request, world, [word = '', key = '']) => {
  const game = games[word];
  if (game === undefined) return null;
  if (!/^[A-Za-z0-9_-]{8,}$/.test(key)) return { status: 401, body: { success: false, message: 'Invalid key' } };
  const rows = world.items(game).map((item) => {
    const listings = world.listings(slug, item);
    const price = listings[0]?.priceUsd ?? item.basePrice;
    return [
      item.name,
      { stock: listings.length, price: dollars(price * tradeMarkup), cash_value: dollars(price) },
    ] as const;
  });
  return { body: { success: true, data: Object.fromEntries(rows) } };
};

/** iTrade.gg: its bots' inventory for partners, with the key in the URL. */
export const itradeGg: Player = {
  slug,
  hosts: ['api.itrade.gg'],
  answer: answerBy([{ method: 'GET', path: /^\/inventory\/bot\/([a-z]+)\/([^/]*)$/, answer: inventory }]),
};
