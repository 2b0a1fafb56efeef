import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** A standing wish to buy, as a connector reports it. */
export const BuyOrder = Type.Object({
  kind: Type.Literal('buyOrder'),
  game: Game,
  name: Type.String({ minLength: 1 }),
  /** The variant the buyer asks for in the marketplace's own words, null when any will do. */
  phase: Nullable(Type.String()),
  /** The marketplace's own id, or a stated natural key where it shows none. */
  orderId: Type.String({ minLength: 1 }),
  price: Money,
  /** Null when the marketplace does not say. */
  quantity: Nullable(Type.Integer({ minimum: 1 })),
});
export type BuyOrder = Static<typeof BuyOrder>;

/** A buy order that has left its marketplace. */
export const Cancellation = Type.Object({
  kind: Type.Literal('cancellation'),
  game: Game,
  orderId: Type.String({ minLength: 1 }),
});
export type Cancellation = Static<typeof Cancellation>;
