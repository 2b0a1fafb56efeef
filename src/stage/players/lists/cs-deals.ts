import { appIdOf, type Game, gameNamed } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { answerBy, bodyObject, type Route } from '../routes.ts';

const slug = 'cs-deals';

/** Few items are sold here; others do not appear. */
const isSold = ({ index, game, name }: CatalogueItem): boolean => index % 4 === 0 || name === liquidNames[game];

const itemsOf = (world: World, game: Game): readonly unknown[] =>
  world.items(game).flatMap((item) => {
    const [cheapest] = world.listings(slug, item);
    return cheapest === undefined || !isSold(item)
      ? []
      : [{ marketname: item.name, lowest_price: cheapest.priceUsd.toFixed(4) }];
  });

/** The game can be given in the URL or in a body, even of a GET. */
const lowestPrices: Route['answer'] = ({ query, body, now }, world) => {
  const given = query.get('appid') ?? bodyObject(body)['appid'];
  const game = /^\d+$/.test(String(given)) ? gameNamed(String(given)) : null;
  if (game === null) return { body: { success: false, error: 'Invalid appid' } };
  return {
    body: {
      success: true,
      response: {
        time_updated: Math.floor(now / 60_000) * 60,
        appid: appIdOf(game),
        items: itemsOf(world, game),
      },
    },
  };
};

const path = /^\/API\/IPricing\/GetLowestPrices\/v1$/;

/** CS.Deals: the lowest prices of a thin market, public. */
export const csDeals: Player = {
  slug,
  hosts: ['cs.deals'],
  answer: answerBy([
    { method: 'GET', path, answer: lowestPrices },
    { method: 'POST', path, answer: lowestPrices },
  ]),
};
