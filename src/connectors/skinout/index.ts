import Type from 'typebox';
import { bulk, type Connector, lookup, type OutcomeOverride, type WireRequest } from '../../contract/connector.ts';
import { cheapestIn, itemsIn, parseItem, parsePriced } from './parse.ts';
import { Cheapest, Item } from './wire.ts';

// Times come as words in some language
const ask = (path: string, more: Omit<WireRequest, 'url'>): WireRequest => ({
  url: `https://skinout.gg/api/market/${path}`,
  headers: { 'accept-language': 'en' },
  ...more,
});

const Answer = Type.Object({ items: Type.Array(Type.Unknown()) });

export const skinout: Connector = {
  slug: 'skinout',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    items: {
      on: '2026-08-06',
      by: "probe of free price lists from a home address, kept in a client's changelog: 20,197 rows",
    },
  },
  fees: [
    {
      side: 'buyer',
      percent: 0,
      note: 'documented for customers of its partners only',
      asOf: '2023-08',
      source: 'docs.skinout.gg, Buy skin: the printed answer of 2023-08-16 takes 970 for a skin whose price is 970',
      evidence: 'single',
    },
  ],
  credentials: [],
  budgets: {
    // The whole list takes the server several seconds
    list: { requests: 1, perSeconds: 60, scope: 'ip' },
    items: { requests: 10, perSeconds: 60, scope: 'ip' },
  },
  sources: [
    bulk({
      name: 'items',
      permission: 'tolerated',
      yields: ['quote'],
      evidence: 'recorded',
      budget: 'list',
      everySeconds: 600,
      request: () => ask('items', { query: { pagination: 'false', float_min: 0 } }),
      refusal,
      envelope: Answer,
      rowsAt: cheapestIn,
      row: Cheapest,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      permission: 'tolerated',
      yields: ['offer'],
      evidence: 'inferred',
      budget: 'items',
      everySeconds: 300,
      request: ({ marketplaceItemId }) =>
        marketplaceItemId === null ? null : ask('item', { method: 'POST', body: { name_id: marketplaceItemId } }),
      replaces: ['offer'],
      refusal,
      envelope: Answer,
      rowsAt: itemsIn,
      row: Item,
      parse: parseItem,
    }),
  ],
};

/** A failed call has a success status and reports the failure in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false
    ? 'retry'
    : null;
}
