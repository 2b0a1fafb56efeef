import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** The answer around the rows. */
export const Answer = Type.Object({
  success: Type.Literal(true),
  response: Type.Object({ items: Type.Array(Type.Unknown()) }),
});

/** A row of GetLowestPrices: one name. */
export const Priced = Type.Object({
  marketname: Type.String({ minLength: 1 }),
  // Dollars as a string; a number could be in other units
  lowest_price: Nullable(Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })),
});
export type Priced = Static<typeof Priced>;
