import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Id, Name, ShortText } from './item.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** A standing wish to buy, as a connector reports it. */
export const BuyOrder = Type.Object({
  kind: Type.Literal('buyOrder'),
  game: Game,
  name: Name,
  /** The variant the buyer asks for in the marketplace's own words, null when any will do. */
  phase: Nullable(ShortText),
  /** The marketplace's own id, or a stated natural key where it shows none. */
  orderId: Id,
  price: Money,
  /** Null when the marketplace does not say. */
  quantity: Nullable(Type.Integer({ minimum: 1 })),
});
export type BuyOrder = Static<typeof BuyOrder>;

/** A buy order that has left its marketplace. */
export const Cancellation = Type.Object({
  kind: Type.Literal('cancellation'),
  game: Game,
  orderId: Id,
});
export type Cancellation = Static<typeof Cancellation>;
