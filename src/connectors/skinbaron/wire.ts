import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Euros with decimals. */
const Euros = Type.Number({ minimum: 0 });
const AppId = Type.Literal(730);

/** A row of GetPriceList: one name. */
export const Priced = Type.Object({
  marketHashName: Name,
  lowestPrice: Nullable(Euros),
  quantity: Type.Integer({ minimum: 0 }),
  url: Maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

/** A row of GetExtendedPriceList: one variant of a name, or a name without variants. */
export const PricedVariant = Type.Object({
  marketHashName: Name,
  lowestPrice: Nullable(Euros),
  dopplerClassName: Maybe(Type.String()),
});
export type PricedVariant = Static<typeof PricedVariant>;

/** A row of Search: one item for sale; `wear` is 0 to 1 and `stickers` a list in one string. */
export const Found = Type.Object({
  id: Name,
  price: Euros,
  market_name: Name,
  inspect: Maybe(Type.String()),
  stickers: Maybe(Type.String()),
  wear: Maybe(Type.Number()),
  appid: AppId,
});
export type Found = Static<typeof Found>;

/** A row of NewestItems and BestDeals: one item for sale, or, without a price, a stackable good; `wear` is in percent. */
export const Shown = Type.Object({
  salesId: Name,
  itemName: Name,
  exteriorName: Maybe(Type.String()),
  dopplerClassName: Maybe(Type.String()),
  isSouvenir: Maybe(Type.Boolean()),
  rarityName: Maybe(Type.String()),
  variantTypeName: Maybe(Type.String()),
  itemPrice: Maybe(Euros),
  wear: Maybe(Type.Number()),
  isWearPrecise: Maybe(Type.Boolean()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  /** Hours from the answer; absent without a lock. */
  tradeLockHoursLeft: Maybe(Type.Number({ minimum: 0 })),
  appId: AppId,
});
export type Shown = Static<typeof Shown>;

/** A row of GetNewestSales30Days with a key made from it. */
export const Sold = Type.Object({
  key: Name,
  itemName: Name,
  price: Euros,
  wear: Maybe(Type.Number()),
  dateSold: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  dopplerPhase: Maybe(Type.String()),
});
export type Sold = Static<typeof Sold>;
