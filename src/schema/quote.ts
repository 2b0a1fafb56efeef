import Type, { type Static } from 'typebox';
import { ItemAttributes } from './attributes/item-attributes.ts';
import { Game } from './game.ts';
import { Id, LongText, Name, ShortText } from './item.ts';
import { Nullable } from './json/nullable.ts';
import { Money } from './money/money.ts';

/** More than any item has; the sum over all variants still fits in 32 bits. */
const maxOffers = 100_000_000;

/** Lowest price and offer count of an item, from a marketplace that does not publish single offers. */
export const Quote = Type.Object({
  kind: Type.Literal('quote'),
  game: Game,
  name: Name,
  /** The variant as the marketplace spells it; null when it does not say. */
  phase: Nullable(ShortText),
  /** null when nothing is on sale. */
  lowest: Nullable(Money),
  /** null when the marketplace gives no count. */
  offerCount: Nullable(Type.Integer({ minimum: 0, maximum: maxOffers })),
  purchaseLink: Nullable(LongText),
  /** The marketplace's own id of the item, where its other endpoints require one. */
  marketplaceItemId: Nullable(Id),
  thumbnail: Nullable(LongText),
  /**
   * Lowest price of an offer that can be traded at once, in the currency of `lowest`; null when all are locked, absent where the
   * marketplace does not say.
   */
  tradableLowest: Type.Optional(Nullable(Money)),
  /** The item's name in the marketplace's own language, which search also matches; absent where it gives none. */
  localName: Type.Optional(Name),
  /** What the marketplace tells of the item itself; absent where it tells nothing. */
  itemAttributes: Type.Optional(ItemAttributes),
});
export type Quote = Static<typeof Quote>;
