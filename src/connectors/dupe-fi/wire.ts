import Type, { type Static } from 'typebox';

const Name = Type.String({ minLength: 1 });

/** A row of the summary: one name and its lowest price in USDC. */
export const Summary = Type.Object({ name: Name, price: Type.Number({ minimum: 0 }) });
export type Summary = Static<typeof Summary>;

/** The answer around the listings. */
export const Listed = Type.Object({ success: Type.Literal(true), data: Type.Array(Type.Unknown()) });

/** One item for sale, in USDC. */
export const Listing = Type.Object({
  id: Name,
  hash_name: Name,
  price: Type.Number(),
  /** Says whether the item is sold at its price. */
  category: Type.Enum(['BUY_NOW', 'NEGOTIABLE', 'AUCTION']),
});
export type Listing = Static<typeof Listing>;
