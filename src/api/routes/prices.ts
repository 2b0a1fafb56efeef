import { priceList, priceListTag } from '../lists/price-list.ts';
import { listFormats, rowWriters } from '../lists/price-rows.ts';
import { optionalOneOf } from '../parameters.ts';
import { listRoute } from '../route.ts';
import { WirePrices } from '../wire/tape/price-row.ts';
import { itemFilterIn, itemFilterParameters } from './item-filter.ts';
import { currencyParameter, gameParameter, marketplaceListParameter } from './parameters.ts';

export const pricesRoute = listRoute({
  path: '/tape/prices',
  id: 'listPrices',
  summary: 'The whole price list of a game',
  description:
    'Returns the lowest ask and highest bid of every marketplace for every item and variant, one row each, all as of one position of the stream. The headers X-Tape-Epoch and X-Tape-Sequence give that position; JSON also has it as `epoch` and `sequence`. To keep dollar `price` and `offerCount` up to date, continue from there with GET /tape/changes?channels=prices: a null dollar price with a count of 0 means that there is no ask any more. A row without price and offers has only buy orders. NDJSON and CSV contain only the rows; the columns of CSV are named after the currency, as in `priceUSD`, and its times are ISO 8601.',
  parameters: {
    game: gameParameter,
    marketplaces: marketplaceListParameter,
    ...itemFilterParameters,
    currency: currencyParameter,
    format: optionalOneOf(
      listFormats,
      'json: one object; ndjson: one JSON object per line; csv: a table with a header line',
    ),
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
        currency: 'USD',
        price: 28.25,
        offerCount: 34,
        bid: null,
        buyOrderCount: 0,
        seenAt: 1_790_000_000,
      },
    ],
  },
  marketplaces: ({ marketplaces }, { lookups }) => lookups.marketplaceList(marketplaces),
  list({ game: gameText, marketplaces, currency, format, ...filter }, { lookups, book }) {
    const game = lookups.game(gameText);
    const marketplaceIds = lookups.marketplaceList(marketplaces)?.map(({ id }) => id) ?? null;
    const request = { game, marketplaceIds, currency, format, filter: itemFilterIn(filter) };
    return {
      type: rowWriters[format].type,
      tag: (position) => priceListTag(request, position),
      read: (position) => priceList(book, request, position),
    };
  },
});
