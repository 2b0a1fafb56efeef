import Type from 'typebox';
import { type Bulk, bulk, type Lookup, lookup, type Walk, walk } from '../../../src/contract/connector.ts';
import { money, moneyOrNone } from '../../../src/contract/money.ts';
import type { Offer } from '../../../src/schema/index.ts';
import { unknownTraits } from '../book/unknown-traits.ts';

const PriceRow = Type.Object({ name: Type.String(), cents: Type.Integer() });
type PriceRow = Type.Static<typeof PriceRow>;

const OfferRow = Type.Object({ id: Type.String(), name: Type.String(), cents: Type.Integer() });
type OfferRow = Type.Static<typeof OfferRow>;

/** Rows of a price list. */
export const priceRows = (count: number, from = 1): PriceRow[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Case ${from + index}`, cents: 100 + index }));

/** A list in more bytes than are held of one as a whole. */
export const veryLong = ({
  items,
  ...around
}: {
  readonly items: readonly object[];
  readonly [name: string]: unknown;
}): Buffer => {
  const unread = 'x'.repeat((33 * 1024 * 1024) / items.length);
  return Buffer.from(JSON.stringify({ items: items.map((row) => ({ ...row, unread })), ...around }));
};

export const offerRows = (name: string, ids: readonly number[]): OfferRow[] =>
  ids.map((id) => ({ id: String(id), name, cents: 100 + id }));

function offerOf(row: OfferRow): Offer {
  return {
    kind: 'offer',
    game: 'CS2',
    name: row.name,
    offerId: row.id,
    price: money(row.cents, 'USD', 100),
    phase: null,
    ...unknownTraits,
  };
}

/** A price list at https://tiny.test/prices, every minute. */
export const priceList = (changes: Partial<Bulk<PriceRow>> = {}): Bulk<PriceRow> => ({
  ...bulk({
    name: 'prices',
    yields: ['quote'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    everySeconds: 60,
    request: () => ({ url: 'https://tiny.test/prices' }),
    rowsAt: 'items',
    row: PriceRow,
    parse: ({ name, cents }, { game }) => ({
      kind: 'quote',
      game,
      name,
      phase: null,
      lowest: moneyOrNone(cents, 'USD', 100),
      offerCount: 1,
      purchaseLink: null,
      marketplaceItemId: null,
      thumbnail: null,
    }),
  }),
  ...changes,
});

/** Pages at https://tiny.test/offers, every minute. */
export const offerPages = (changes: Partial<Walk<OfferRow>> = {}): Walk<OfferRow> => ({
  ...walk({
    name: 'pages',
    yields: ['offer'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    everySeconds: 60,
    covers: 'newest',
    request: ({ cursor }) => ({ url: 'https://tiny.test/offers', query: { cursor: cursor ?? '' } }),
    cursorAt: 'next',
    pages: 10,
    rowsAt: 'items',
    row: OfferRow,
    parse: offerOf,
  }),
  ...changes,
});

/** The offers of one item at https://tiny.test/item. */
export const itemOffers = (changes: Partial<Lookup<OfferRow>> = {}): Lookup<OfferRow> => ({
  ...lookup({
    name: 'offers',
    yields: ['offer'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    everySeconds: 600,
    request: ({ item }) => ({ url: 'https://tiny.test/item', query: { name: item } }),
    replaces: ['offer'],
    rowsAt: 'items',
    row: OfferRow,
    parse: offerOf,
  }),
  ...changes,
});
