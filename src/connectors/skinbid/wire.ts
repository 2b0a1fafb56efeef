import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const Sticker = Type.Object({
  name: Maybe(Type.String()),
  slot: Maybe(Type.Integer()),
  wear: Maybe(Type.Number()),
});

const Item = Type.Object({
  fullName: Name,
  float: Maybe(Type.Number()),
  paintIndex: Maybe(Type.Number()),
  paintSeed: Maybe(Type.Number()),
  dopplerPhase: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  inspectLink: Maybe(Type.String()),
});

const Lot = Type.Object({
  item: Item,
  isTradeLocked: Maybe(Type.Boolean()),
  /** ISO 8601. */
  tradeLockExpireDate: Maybe(Type.String()),
});
export type Lot = Static<typeof Lot>;

/** A listing: one item or a bundle, at a fixed price or as an auction. */
export const Listing = Type.Object({
  auction: Type.Object({
    auctionHash: Name,
    /** Says whether the item is sold at its price, so unknown words are rejected. */
    sellType: Type.Enum(['FIXED_PRICE', 'AUCTION']),
    isBundle: Type.Boolean(),
    isActive: Maybe(Type.Boolean()),
    isPrivate: Maybe(Type.Boolean()),
    /** In euros, whichever currency was requested. */
    buyNowPriceEur: Maybe(Type.Number()),
  }),
  /** null where the site does not show them. */
  items: Nullable(Type.Array(Lot)),
  sellerShopCode: Maybe(Type.String()),
});
export type Listing = Static<typeof Listing>;
