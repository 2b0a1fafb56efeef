import Type from 'typebox';
import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { cheapestIn, itemsIn, parseItem, parsePriced } from './parse.ts';
import { Cheapest, Item } from './wire.ts';

const { bulk, lookup } = sourcesOf(facts);

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
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'items',
      yields: ['quote'],
      request: () => ask('items', { query: { pagination: 'false', float_min: 0 } }),
      refusal,
      envelope: Answer,
      rowsAt: cheapestIn,
      row: Cheapest,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
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
