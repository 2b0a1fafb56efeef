import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Id, LongText, Name, ShortText } from './item.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** More than any item has; those of all its variants together are still counted in 32 bits. */
const mostOffers = 100_000_000;

/** Lowest price and number of offers of an item, where a marketplace publishes no single offers. */
export const Quote = Type.Object({
  kind: Type.Literal('quote'),
  game: Game,
  name: Name,
  /** The variant in the marketplace's own words, null when it says nothing. */
  phase: Nullable(ShortText),
  /** Null when nothing is on sale. */
  lowest: Nullable(Money),
  /** Null when the marketplace does not count. */
  offerCount: Nullable(Type.Integer({ minimum: 0, maximum: mostOffers })),
  purchaseLink: Nullable(LongText),
  /** The marketplace's own id of the item, where its other calls ask for one. */
  marketplaceItemId: Nullable(Id),
  thumbnail: Nullable(LongText),
  /** The name of the item in the marketplace's own language, by which people search for it; absent where it tells none. */
  localName: Type.Optional(Name),
});
export type Quote = Static<typeof Quote>;
