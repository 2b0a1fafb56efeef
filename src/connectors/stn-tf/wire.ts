import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const KeysAndMetal = Type.Object({ keys: Type.Number({ minimum: 0 }), metal: Type.Number({ minimum: 0 }) });

/** Prices of an item, from both sides of the shop. */
export const ItemDetails = Type.Object({
  full_name: Type.String({ minLength: 1 }),
  pricing: Type.Object({
    /** Price the shop pays. */
    buy: Type.Optional(Nullable(KeysAndMetal)),
    /** Price it asks. */
    sell: Type.Optional(Nullable(KeysAndMetal)),
  }),
  stock: Type.Object({
    level: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 0 }),
  }),
});
export type ItemDetails = Static<typeof ItemDetails>;

/** Prices of a key, in scrap. */
export const KeyPrices = Type.Object({
  buyPrice: Type.Number({ minimum: 0 }),
  sellPrice: Type.Number({ minimum: 0 }),
});
export type KeyPrices = Static<typeof KeyPrices>;
