import { inDollars } from '../in-dollars.ts';
import { requireAllMarketplaces } from '../lookups.ts';
import { optionalAmount, optionalOneOf, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireMovers, WireMovers } from '../wire/tape/mover.ts';
import { currencyParameter, gameParameter } from './parameters.ts';

const mostHours = 24;

export const moversRoute = route({
  path: '/tape/movers',
  id: 'listMovers',
  summary: 'Items whose lowest ask has moved most',
  description:
    'Compares the lowest ask of each item over all marketplaces with what it was some hours ago, what moved by most percent first. It is about whole items, all their variants together. What was asked is kept in memory every five minutes for an hour and every hour for a day: `since` says as of when the former asks are. A marketplace that was read for the first time since then may bring the lowest ask down without anybody having changed a price.',
  parameters: {
    game: gameParameter,
    hours: optionalWhole({ description: 'Compared with so many hours ago', absent: 1, most: mostHours }),
    direction: optionalOneOf(['any', 'up', 'down'], 'Which way they moved'),
    minPrice: optionalAmount(
      'Only where it is, or was, at least this, in the currency of the answer; one US dollar unless said',
    ),
    limit: optionalWhole({ description: 'Most items to return', absent: 20, most: 200 }),
    currency: currencyParameter,
  },
  answer: WireMovers,
  example: {
    game: 'CS2',
    currency: 'USD',
    since: 1_789_996_400,
    movers: [
      {
        name: 'AK-47 | Redline (Field-Tested)',
        marketplace: 'CSFloat',
        ask: 28.25,
        formerAsk: 31.5,
        change: -3.25,
        changePercent: -10.32,
        usualAsk: 31.1,
        seenAt: 1_790_000_000,
      },
    ],
  },
  read({ game: asked, hours, direction, minPrice, limit, currency }, { lookups, sight, book, rates, now }) {
    const game = lookups.game(asked);
    requireAllMarketplaces(sight, 'movers are found');
    const minUsd = minPrice === null ? 1_000 : inDollars(minPrice, currency, rates());
    return toWireMovers(game, currency, book.movers(game, { at: now(), hours, direction, minUsd, limit }));
  },
});
