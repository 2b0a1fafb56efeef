import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Id, Name, ShortText, Stickers } from './item.ts';
import { Nullable } from './json/nullable.ts';
import { Money } from './money/money.ts';
import { Extras } from './traits/extras.ts';

/** The side of a book that a purchase took from. */
export const bookSides = ['ask', 'bid'] as const;
export type BookSide = (typeof bookSides)[number];

/** A completed purchase, as a connector reports it. */
export const Sale = Type.Object({
  kind: Type.Literal('sale'),
  game: Game,
  name: Name,
  phase: Nullable(ShortText),
  /** The marketplace's own id, or a documented natural key where it publishes none; equal ids are one sale. */
  saleId: Id,
  /** Epoch milliseconds. A sale dated more than a day after its receipt is rejected. */
  soldAt: Type.Integer({ minimum: 0 }),
  price: Money,
  float: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  paintIndex: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  paintSeed: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  stickers: Nullable(Stickers),
  /** bid if the seller filled a buy order, ask if the buyer took an offer; absent where the marketplace does not say. */
  side: Type.Optional(Type.Enum([...bookSides])),
  ...Extras.properties,
});
export type Sale = Static<typeof Sale>;
