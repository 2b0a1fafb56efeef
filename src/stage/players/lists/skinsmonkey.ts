import { appIdOf, gameNamed } from '../../../schema/index.ts';
import type { Player } from '../../player.ts';
import { answerBy, type Route } from '../routes.ts';

const slug = 'skinsmonkey';

/** Trade credit is worth less than money. */
const tradeMarkup = 1.3;
const cents = (usd: number): number => Math.max(1, Math.round(usd * 100));

/** Out-of-stock names stay listed, with the price of their kind. */
const prices: Route['answer'] = ({ headers }, world, [appId = '']) => {
  const game = gameNamed(appId);
  if (!/^[A-Za-z0-9_-]{8,}$/.test(headers['x-api-key'] ?? '')) return { status: 401, body: { error: 'Unauthorized' } };
  if (game === null) return { status: 404, body: { error: 'Not Found' } };
  return {
    body: world.items(game).map((item) => {
      const listings = world.listings(slug, item);
      const price = listings[0]?.priceUsd ?? item.basePrice;
      return {
        app_id: appIdOf(game),
        market_hash_name: item.name,
        price_trade: cents(price * tradeMarkup),
        price_cash: cents(price),
        stock: listings.length,
      };
    }),
  };
};

/** SkinsMonkey's price list for partners: prices in trade credit and in money. */
export const skinsmonkey: Player = {
  slug,
  hosts: ['skinsmonkey.com'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/public\/v1\/price\/(\d+)$/, answer: prices }]),
};
