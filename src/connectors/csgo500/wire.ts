import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** What stands around the listings. */
export const Shop = Type.Object({ data: Type.Object({ listings: Type.Array(Type.Unknown()) }) });

/** One item on sale. */
export const Listing = Type.Object({
  id: Name,
  name: Name,
  appId: Type.Integer(),
  /** Bux that are asked for; while an auction runs, that it began with. */
  value: Type.Integer({ minimum: 0 }),
  /** 3 can be bought, 4 has been. */
  status: Type.Integer(),
  /** ISO 8601; of what is or was auctioned. */
  auctionEndDate: maybe(Type.String()),
  /** Steam's number of the seller. */
  openId: maybe(Type.String()),
  item: Type.Object({
    /** Float, seed and finish are told of what has been looked at alone. */
    isInspected: maybe(Type.Boolean()),
    paintwear: maybe(Type.Number()),
    paintseed: maybe(Type.Number()),
    paintindex: maybe(Type.Number()),
    phase: maybe(Type.String()),
    stickers: maybe(Type.Array(Type.Unknown())),
  }),
});
export type Listing = Static<typeof Listing>;
