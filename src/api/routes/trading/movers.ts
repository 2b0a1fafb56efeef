import { itemFilterParameters, wantedItems } from '../../item-filter.ts';
import { requireAllMarketplaces } from '../../lookups.ts';
import { optionalAmount, optionalOneOf, optionalWhole } from '../../parameters.ts';
import { route } from '../../route.ts';
import { toWireMovers, WireMovers } from '../../wire/tape/mover.ts';
import { inDollars } from '../in-dollars.ts';
import { currencyParameter, gameParameter } from '../parameters.ts';

const maxHours = 24;

export const moversRoute = route({
  path: '/tape/movers',
  id: 'listMovers',
  summary: 'Items whose lowest ask has changed most',
  description:
    'Compares the lowest ask of each item over all marketplaces that pay out money with the one some hours ago, largest change in percent first. Items include all their variants. Former asks are kept in memory every five minutes for an hour and every hour for a day; `since` gives the time of the asks compared with. A marketplace first read since then can lower the lowest ask without any price having changed.',
  parameters: {
    game: gameParameter,
    hours: optionalWhole({ description: 'Hours to look back', absent: 1, max: maxHours }),
    direction: optionalOneOf(['any', 'up', 'down'], 'Direction of the change'),
    minPrice: optionalAmount(
      'Only items whose lowest ask is or was at least this, in `currency`; default: one US dollar',
    ),
    limit: optionalWhole({ description: 'Maximum number of items to return', absent: 20, max: 200 }),
    ...itemFilterParameters,
    payout: optionalOneOf(
      ['money', 'any'],
      'Marketplaces whose asks count. money: those that pay out money; any: all of them',
    ),
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
  read(query, { lookups, scope, book, rates, now }) {
    const { game: gameText, hours, direction, minPrice, limit, payout, currency } = query;
    const game = lookups.game(gameText);
    requireAllMarketplaces(scope, 'movers compare', 'ask the operator for another');
    const minUsd = minPrice === null ? 1_000 : inDollars(minPrice, currency, rates());
    const moved = { at: now(), hours, direction, minUsd, limit, payout, ...wantedItems(book, game, query) };
    return toWireMovers(game, currency, book.movers(game, moved));
  },
});
