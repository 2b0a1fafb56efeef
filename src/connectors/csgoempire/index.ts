import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { depositEvents, depositEventsIn } from '../families/deposit-events.ts';
import facts from './facts.json' with { type: 'json' };
import { parseEvent, parseItem } from './parse.ts';
import { Event, Item, Page } from './wire.ts';

const { feed, walk } = sourcesOf(facts);

export const csgoempire: Connector = {
  slug: 'csgoempire',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'items',
      yields: ['offer'],
      covers: 'all',
      request: ({ cursor }) => ({
        url: 'https://csgoempire.com/api/v2/trading/items',
        query: { per_page: 2500, page: cursor ?? '1', order: 'market_value', sort: 'asc', auction: 'no' },
      }),
      envelope: Page,
      rowsAt: 'data',
      row: Item,
      parse: parseItem,
      cursorAt,
      pages: 200,
    }),
    feed({
      name: 'trade',
      yields: ['offer', 'withdrawal'],
      dialect: { name: 'socket-io', parser: 'default', namespace: '/trade', events: depositEvents },
      url: 'wss://trade.csgoempire.com/s/',
      // Without a filter nothing is sent
      join: () => [['filters', { price_max: 9_999_999 }]],
      silenceSeconds: 90,
      rowsAt: depositEventsIn,
      row: Event,
      decides: { 'item.market_value': 'the price, unless there is a purchase_price' },
      parse: parseEvent,
      mayLack: { purchase_price: 'without bids, the market value is the price' },
    }),
  ],
};

function cursorAt(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { current_page, next_page_url } = payload as Readonly<Record<string, unknown>>;
  return typeof next_page_url === 'string' && typeof current_page === 'number' ? String(current_page + 1) : null;
}
