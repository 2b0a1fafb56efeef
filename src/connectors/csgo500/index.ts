import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseListing } from './parse.ts';
import { keys, signed } from './sign.ts';
import { Listing, Shop } from './wire.ts';

const { walk } = sourcesOf(facts);

const pageRows = 500;
/** A page with fewer rows is the last: full pages can lack a few of the 500. */
const fullPage = 450;

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

export const csgo500: Connector = {
  slug: 'csgo500',
  games: ['CS2'],
  ...factsOf(facts),
  credentials: [
    {
      env: keys,
      about:
        'Ask 500 Casino for access to its trading interface; the value is the user id and the key, with a colon between them.',
      carry: { in: 'signature', sign: signed },
    },
  ],
  sources: [
    walk({
      name: 'shop',
      yields: ['offer'],
      covers: 'all',
      request: ({ cursor }) => {
        const [referenceFilterValue = '0', referenceId = ''] = cursor?.split(' ') ?? [];
        return {
          method: 'POST',
          url: 'https://tradingapi.500.casino/api/v1/market/shop',
          body: {
            pagination: {
              limit: pageRows,
              referenceId,
              referenceFilterValue: Number(referenceFilterValue),
              direction: 'next',
            },
            filters: { appId: 730 },
          },
        };
      },
      refusal,
      envelope: Shop,
      rowsAt: 'data.listings',
      row: Listing,
      parse: parseListing,
      cursorAt,
      pages: 100,
    }),
  ],
};

/** The cursor is the value and the id of the last row of a page. */
function cursorAt(payload: unknown): string | null {
  const listings = field(field(payload, 'data'), 'listings');
  const last: unknown = Array.isArray(listings) && listings.length >= fullPage ? listings.at(-1) : null;
  const [id, value] = [field(last, 'id'), field(last, 'value')];
  return typeof id === 'string' && typeof value === 'number' ? `${value} ${id}` : null;
}

/** A failed call reports it in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return field(payload, 'success') === false ? 'retry' : null;
}
