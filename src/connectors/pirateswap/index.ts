import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld } from './parse.ts';
import { Held } from './wire.ts';

const { walk } = sourcesOf(facts);

const field = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>)[name] : undefined;

const isEnd = (payload: unknown): boolean => field(payload, 'empty') === true;

/** A client that is too fast gets no items; only an answer that says it is empty is the end. */
function refusal(payload: unknown): OutcomeOverride | null {
  const items = field(payload, 'items');
  return Array.isArray(items) && items.length === 0 && !isEnd(payload) ? 'limited' : null;
}

export const pirateswap: Connector = {
  slug: 'pirateswap',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'inventory',
      yields: ['offer'],
      covers: 'all',
      request: ({ cursor }) => ({
        url: 'https://web.pirateswap.com/inventory/v2/ExchangerInventory',
        query: { orderBy: 'price', sortOrder: 'DESC', page: cursor ?? '1', results: 40 },
        headers: { origin: 'https://pirateswap.com', referer: 'https://pirateswap.com/' },
      }),
      cursorAt: (payload, cursor) => (isEnd(payload) ? null : String(Number(cursor ?? '1') + 1)),
      pages: 250, // the inventory was seen to end between 100 and 200
      refusal,
      rowsAt: 'items',
      row: Held,
      parse: parseHeld,
      mayLack: { storePrice: 'the item can only be had in a trade' },
    }),
  ],
};
