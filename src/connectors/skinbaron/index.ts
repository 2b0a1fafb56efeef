import Type from 'typebox';
import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import type { Condition } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseFound, parsePriced, parsePricedVariant, parseShown, shownIn, wanted } from './parse.ts';
import { keyedSales, parseSold } from './sales.ts';
import { Found, Priced, PricedVariant, Shown, Sold } from './wire.ts';

const { bulk, lookup, walk } = sourcesOf(facts);

/** Endpoints spell the parameter of the game differently, so both are sent. */
const call = (method: string, body: object): WireRequest => ({
  method: 'POST',
  url: `https://api.skinbaron.de/${method}`,
  body: { appId: 730, appid: 730, ...body },
});

const bands: Readonly<Record<Condition, readonly [number, number]>> = {
  'Factory New': [0, 0.07],
  'Minimal Wear': [0.07, 0.15],
  'Field-Tested': [0.15, 0.38],
  'Well-Worn': [0.38, 0.45],
  'Battle-Scarred': [0.45, 1],
};

function search(name: string): WireRequest {
  const { condition, finish, isStatTrak, isSouvenir } = wanted(name);
  const [min_wear, max_wear] = condition === null ? [] : bands[condition];
  const narrowed = condition === null ? {} : { min_wear, max_wear, stattrak: isStatTrak, souvenir: isSouvenir };
  return call('Search', { search_item: finish, ...narrowed, items_per_page: 50 });
}

const List = Type.Array(Type.Unknown());
const shown = { yields: ['offer' as const], covers: 'newest' as const, cursorAt: () => null, pages: 1 };

export const skinbaron: Connector = {
  slug: 'skinbaron',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => call('GetPriceList', {}),
      refusal,
      rowsAt: 'map',
      row: Priced,
      parse: parsePriced,
      quotesOf: 'items',
    }),
    bulk({
      name: 'extended-prices',
      yields: ['quote'],
      request: () => call('GetExtendedPriceList', {}),
      refusal,
      rowsAt: '',
      row: PricedVariant,
      mayLack: { dopplerClassName: 'a name without variants, which the plain list has' },
      parse: parsePricedVariant,
      quotesOf: 'variants',
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ item }) => search(item),
      // A full page is not known to begin with the cheapest offer, so it does not show what is gone
      replaces: [],
      refusal,
      rowsAt: 'sales',
      row: Found,
      parse: parseFound,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      request: ({ item }) => {
        const { isStatTrak, isSouvenir } = wanted(item);
        return call('GetNewestSales30Days', { itemName: item, statTrak: isStatTrak, souvenir: isSouvenir });
      },
      replaces: [],
      refusal,
      envelope: Type.Object({ newestSales30Days: List }),
      rowsAt: keyedSales,
      row: Sold,
      parse: parseSold,
    }),
    walk({
      ...shown,
      name: 'newest',
      request: () => call('NewestItems', { size: 100 }),
      refusal,
      envelope: Type.Object({ newestItems: List }),
      rowsAt: (payload) => shownIn((payload as { readonly newestItems: unknown }).newestItems),
      row: Shown,
      parse: parseShown,
      mayLack: { itemPrice: 'a stackable good, which has no page of its own' },
    }),
    walk({
      ...shown,
      name: 'best-deals',
      request: () => call('BestDeals', { size: 100 }),
      refusal,
      envelope: Type.Object({ bestDeals: List }),
      rowsAt: (payload) => shownIn((payload as { readonly bestDeals: unknown }).bestDeals),
      row: Shown,
      parse: parseShown,
      mayLack: { itemPrice: 'a stackable good, which has no page of its own' },
    }),
  ],
};

/** An answer whose text is about the key holds nothing else, whatever its status. */
function refusal(payload: unknown): OutcomeOverride | null {
  const parts = typeof payload === 'object' && payload !== null ? Object.values(payload).flat() : [];
  return parts.some((part) => typeof part === 'string' && /unauthenticated/i.test(part)) ? 'refused' : null;
}
