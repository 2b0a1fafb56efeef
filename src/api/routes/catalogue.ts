import { nameLimit } from '../../schema/index.ts';
import { itemFilterIn, itemFilterParameters } from '../item-filter.ts';
import { catalogueFormats, catalogueList, catalogueTag } from '../lists/catalogue-list.ts';
import { optionalAmount, optionalOneOf, optionalText, optionalWhole } from '../parameters.ts';
import { listRoute } from '../route.ts';
import { WireCatalogue } from '../wire/tape/catalogue.ts';
import { gameParameter } from './parameters.ts';

const csvType = 'text/csv; charset=utf-8; header=present';

export const catalogueRoute = listRoute({
  path: '/tape/catalogue',
  id: 'listCatalogue',
  summary: 'What the items of a game are',
  description:
    'Returns what is known of each item apart from its prices: what its name says, and what marketplaces tell of it. Where marketplaces contradict each other, `told` has every value with who tells it. To get the next page, pass `next` as `after`, until it is null; of CSV, the last name. An item that is known throughout is returned exactly once, whatever is added or changes in between. A page that was received can be asked for again with its ETag.',
  parameters: {
    game: gameParameter,
    query: optionalText({
      description: 'Words that must all occur in the name, in any case and order; short forms are accepted',
      example: 'redline',
      maxLength: nameLimit,
    }),
    ...itemFilterParameters,
    minFloat: optionalAmount('Only items that can have this float or a higher one'),
    maxFloat: optionalAmount('Only items that can have this float or a lower one'),
    after: optionalText({
      description: 'Return items after this name, which need not exist; starts at the first if omitted or empty',
      example: 'AK-47 | Redline (Field-Tested)',
      maxLength: nameLimit,
    }),
    limit: optionalWhole({ description: 'Maximum number of items to return', absent: 500, max: 5_000 }),
    format: optionalOneOf(catalogueFormats, 'json: one object; csv: a table with a header line, without `told`'),
  },
  answer: WireCatalogue,
  types: ['application/json', 'text/csv'],
  example: {
    game: 'CS2',
    items: [
      {
        name: 'AK-47 | Redline (Field-Tested)',
        kind: 'rifle',
        rarity: 'Classified',
        hero: null,
        itemType: null,
        slot: null,
        collections: ['The Phoenix Collection'],
        classes: null,
        minFloat: 0.1,
        maxFloat: 0.7,
        weapon: 'AK-47',
        finish: 'Redline',
        exterior: 'Field-Tested',
        statTrak: false,
        souvenir: false,
        quality: null,
        effect: null,
        event: null,
        nameZH: 'AK-47 | 红线 (久经沙场)',
        nameRU: null,
        thumbnail: null,
        phases: [],
        unusualEffects: [],
        marketplaceItemIds: [{ marketplace: 'Buff163', id: '33975' }],
        told: [{ attribute: 'rarity', value: 'Classified', marketplace: 'Buff163' }],
      },
    ],
    next: 'AK-47 | Redline (Field-Tested)',
  },
  marketplaces: () => null,
  list({ game, query, minFloat, maxFloat, after, limit, format, ...words }, { lookups, book }) {
    const filter = {
      ...itemFilterIn(words),
      ...(minFloat !== null && { fromFloat: minFloat }),
      ...(maxFloat !== null && { toFloat: maxFloat }),
    };
    const request = {
      game: lookups.game(game),
      words: query,
      filter: Object.keys(filter).length === 0 ? null : filter,
      after: after ?? '',
      limit,
      format,
    };
    return {
      type: format === 'csv' ? csvType : 'application/json; charset=utf-8',
      tag: (position) => catalogueTag(book, request, position),
      read: () => catalogueList(book, request),
    };
  },
});
