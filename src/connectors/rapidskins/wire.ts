import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });

/** Items of one owner at one price. Ids are strings, because those of Rust exceed 2^53. */
export const Item = Type.Object({
  ownerSteamId: Type.Optional(Nullable(Type.String())),
  appId: Type.Integer(),
  marketHashName: Name,
  /** Whole cents of a dollar. A fraction would mean that the unit has changed. */
  price: Type.Object({ coinAmount: Type.Integer({ minimum: 0 }) }),
  stack: Type.Array(Type.Object({ assetId: Name, amount: Type.Integer({ minimum: 0 }) })),
});
export type Item = Static<typeof Item>;

/** An entry of /stock/listings; `name` is its key. */
export const Stocked = Type.Object({
  name: Name,
  /** Whole cents of a dollar, as above. */
  price: Type.Integer({ minimum: 0 }),
  count: Type.Integer({ minimum: 0 }),
});
export type Stocked = Static<typeof Stocked>;

export const Stock = Type.Object({
  success: Type.Literal(true),
  listings: Type.Record(Type.String(), Type.Unknown()),
});
export type Stock = Static<typeof Stock>;

/** The inventory of one game, keyed by the name of the game. */
export const Inventory = Type.Object({
  data: Type.Object({
    siteInventory: Type.Record(
      Type.String(),
      Type.Object({ lastPage: Type.Boolean(), items: Type.Array(Type.Unknown()) }),
      { minProperties: 1, maxProperties: 1 },
    ),
  }),
});
export type Inventory = Static<typeof Inventory>;
