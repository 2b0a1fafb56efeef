import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

const Sticker = Type.Object({
  name: maybe(Type.String()),
  slot: maybe(Type.Integer()),
  wear: maybe(Type.Number()),
});

const Item = Type.Object({
  fullName: Name,
  float: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  paintSeed: maybe(Type.Number()),
  dopplerPhase: maybe(Type.String()),
  stickers: maybe(Type.Array(Nullable(Sticker))),
  inspectLink: maybe(Type.String()),
});

const Lot = Type.Object({
  item: Item,
  isTradeLocked: maybe(Type.Boolean()),
  /** ISO 8601. */
  tradeLockExpireDate: maybe(Type.String()),
});
export type Lot = Static<typeof Lot>;

/** A listing: one item or a bundle, at a fixed price or as an auction. */
export const Listing = Type.Object({
  auction: Type.Object({
    auctionHash: Name,
    /** Says whether the item is sold at its price, so unknown words are rejected. */
    sellType: Type.Enum(['FIXED_PRICE', 'AUCTION']),
    isBundle: Type.Boolean(),
    isActive: maybe(Type.Boolean()),
    isPrivate: maybe(Type.Boolean()),
    /** In euros, whichever currency was requested. */
    buyNowPriceEur: maybe(Type.Number()),
  }),
  /** null where the site does not show them. */
  items: Nullable(Type.Array(Lot)),
  sellerShopCode: maybe(Type.String()),
});
export type Listing = Static<typeof Listing>;
