import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
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
  auctionEndDate: Maybe(Type.String()),
  /** Steam id of the seller. */
  openId: Maybe(Type.String()),
  item: Maybe(
    Type.Object({
      /** Float, seed and paint index are given only for inspected items. */
      isInspected: Maybe(Type.Boolean()),
      paintwear: Maybe(Type.Number()),
      paintseed: Maybe(Type.Number()),
      paintindex: Maybe(Type.Number()),
      phase: Maybe(Type.String()),
      stickers: Maybe(Type.Array(Type.Unknown())),
    }),
  ),
});
export type Listing = Static<typeof Listing>;
