import { type Connector, walk } from '../../contract/connector.ts';
import { parseListing } from './parse.ts';
import { Listing, Page } from './wire.ts';

export const skinsCom: Connector = {
  slug: 'skins-com',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: { items: { on: '2026', by: 'a client and the reference that its author made of the socket and the calls' } },
  credentials: [],
  // After more than 120 calls of any kind in 60 seconds, the IP address is locked out for a minute
  budgets: { items: { requests: 60, perSeconds: 60, scope: 'ip' } },
  sources: [
    walk({
      name: 'items',
      yields: ['offer'],
      evidence: 'documented',
      covers: 'all',
      budget: 'items',
      everySeconds: 900,
      // Sorted, masses of rows have a placeholder instead of a price
      request: ({ cursor }) => ({
        url: 'https://trading-api.skins.com/trading/items',
        query: { per_page: 200, page: cursor ?? '1', auction: 'no' },
      }),
      envelope: Page,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
      cursorAt,
      pages: 500,
    }),
  ],
};

function cursorAt(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { current_page, next_page_url } = payload as Readonly<Record<string, unknown>>;
  return typeof next_page_url === 'string' && typeof current_page === 'number' ? String(current_page + 1) : null;
}
