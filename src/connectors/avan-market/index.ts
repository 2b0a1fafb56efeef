import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseEntry } from './parse.ts';
import { Entry, Page } from './wire.ts';

const { walk } = sourcesOf(facts);

/** The marketplace's id of the dollar. */
const dollars = 1;

export const avanMarket: Connector = {
  slug: 'avan-market',
  games: ['CS2', 'Rust'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'catalog',
      yields: ['offer'],
      covers: 'all',
      request: ({ game, cursor }) => ({
        url: 'https://avan.market/v1/api/users/catalog',
        query: { app_id: appIdOf(game), currency: dollars, page: cursor ?? '1' },
        headers: { referer: 'https://avan.market/' },
      }),
      envelope: Page,
      rowsAt: 'data',
      row: Entry,
      parse: parseEntry,
      cursorAt,
      pages: 1000,
    }),
  ],
};

/** The next page; null when the answer gives none or one beyond the page count. */
function cursorAt(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { page, page_count: count, next_page: next } = payload as Readonly<Record<string, unknown>>;
  const goesOn = typeof page === 'number' && typeof count === 'number' && page < count;
  return goesOn && typeof next === 'number' && next > page ? String(next) : null;
}
