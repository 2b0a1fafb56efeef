import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** The answer around the listings. */
export const Shop = Type.Object({ data: Type.Object({ listings: Type.Array(Type.Unknown()) }) });

/** One item for sale. */
export const Listing = Type.Object({
  id: Name,
  name: Name,
  appId: Type.Integer(),
  /** Price in bux; while an auction runs, its starting price. */
  value: Type.Integer({ minimum: 0 }),
  /** 3 is for sale, 4 is sold. */
  status: Type.Integer(),
  /** ISO 8601; only of an item that is or was auctioned. */
  auctionEndDate: maybe(Type.String()),
  /** Steam id of the seller. */
  openId: maybe(Type.String()),
  item: maybe(
    Type.Object({
      /** Float, seed and paint index are given only for inspected items. */
      isInspected: maybe(Type.Boolean()),
      paintwear: maybe(Type.Number()),
      paintseed: maybe(Type.Number()),
      paintindex: maybe(Type.Number()),
      phase: maybe(Type.String()),
      stickers: maybe(Type.Array(Type.Unknown())),
    }),
  ),
});
export type Listing = Static<typeof Listing>;
