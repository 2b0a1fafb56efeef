import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** Lowest price and number of offers of an item, where a marketplace publishes no single offers. */
export const Quote = Type.Object({
  kind: Type.Literal('quote'),
  game: Game,
  name: Type.String({ minLength: 1 }),
  /** The variant in the marketplace's own words, null when it says nothing. */
  phase: Nullable(Type.String()),
  /** Null when nothing is on sale. */
  lowest: Nullable(Money),
  /** Null when the marketplace does not count. */
  offerCount: Nullable(Type.Integer({ minimum: 0 })),
  purchaseLink: Nullable(Type.String()),
  /** The marketplace's own id of the item, where its other calls ask for one. */
  marketplaceItemId: Nullable(Type.String({ minLength: 1 })),
  thumbnail: Nullable(Type.String()),
  /** The name of the item in the marketplace's own language, by which people search for it; absent where it tells none. */
  localName: Type.Optional(Type.String({ minLength: 1 })),
});
export type Quote = Static<typeof Quote>;
