import { priceList, priceListTag } from '../lists/price-list.ts';
import { listFormats, rowWriters } from '../lists/price-rows.ts';
import { optionalOneOf } from '../parameters.ts';
import { listRoute } from '../route.ts';
import { WirePrices } from '../wire/tape/price-row.ts';
import { currencyParameter, gameParameter, marketplaceListParameter } from './parameters.ts';

export const pricesRoute = listRoute({
  path: '/tape/prices',
  id: 'listPrices',
  summary: 'The whole price list of a game',
  description:
    'What every marketplace asks and bids for every item and variant, one row each, as it stood at one place of the stream, which X-Tape-Epoch and X-Tape-Sequence name, and `epoch` and `sequence` in JSON. GET /tape/changes?channels=prices after that place keeps `price` in dollars and `offerCount` true: where the dollar price is null and the count 0, there is no ask any more. A row without price and offers has buy orders alone. As lines of JSON or as CSV the rows alone are told.',
  parameters: {
    game: gameParameter,
    marketplaces: marketplaceListParameter,
    currency: currencyParameter,
    format: optionalOneOf(listFormats, 'json is one object, ndjson a line for each row, csv a table with a head'),
  },
  answer: WirePrices,
  types: ['application/json', 'application/x-ndjson', 'text/csv'],
  example: {
    game: 'CS2',
    currency: 'USD',
    epoch: '1f0c2a7e',
    sequence: 48_211,
    prices: [
      {
        name: 'AK-47 | Redline (Field-Tested)',
        itemPhase: null,
        marketplace: 'SkinPort',
        price: 28.25,
        offerCount: 34,
        bid: null,
        buyOrderCount: 0,
        seenAt: 1_790_000_000,
      },
    ],
  },
  marketplaces: ({ marketplaces }, { lookups }) => lookups.marketplaceList(marketplaces),
  list({ game, marketplaces, currency, format }, { lookups, book }) {
    const marketplaceIds = lookups.marketplaceList(marketplaces)?.map(({ id }) => id) ?? null;
    const wish = { game: lookups.game(game), marketplaceIds, currency, format };
    return {
      type: rowWriters[format].type,
      tag: (place) => priceListTag(wish, place),
      read: (place) => priceList(book, wish, place),
    };
  },
});
