import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld } from './parse.ts';
import { Held, Page } from './wire.ts';

const { walk } = sourcesOf(facts);

const pageRows = 100;

const field = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>)[name] : undefined;

export const skinswap: Connector = {
  slug: 'skinswap',
  games: ['CS2', 'Rust'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'inventory',
      yields: ['offer'],
      covers: 'all',
      request: ({ game, cursor }) => ({
        url: 'https://api.skinswap.com/api/site/inventory',
        query: {
          appid: appIdOf(game),
          offset: cursor ?? '0',
          limit: pageRows,
          sort: 'price-desc',
          priceMin: 0,
          priceMax: 5_000_000,
          tradehold: 8,
        },
        headers: { origin: 'https://skinswap.com', referer: 'https://skinswap.com/' },
      }),
      refusal,
      envelope: Page,
      rowsAt: 'data',
      row: Held,
      parse: parseHeld,
      mayLack: { buy: 'the item can only be had in a trade' },
      cursorAt,
      pages: 400,
    }),
  ],
};

/** The last page says that it is the last; older answers end with an empty page. An empty page that is not the last is odd. */
function cursorAt(payload: unknown, cursor: string | null): string | null {
  const [rows, isEnd] = [field(payload, 'data'), field(payload, 'endOfResults')];
  const count = Array.isArray(rows) ? rows.length : 0;
  if (isEnd === true || (count === 0 && isEnd !== false)) return null;
  return String(Number(cursor ?? '0') + count);
}

/** A failed call has a success status and reports the failure in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return field(payload, 'success') === false ? 'retry' : null;
}
