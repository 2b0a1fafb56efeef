import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Id, Name, ShortText } from './item.ts';
import { Nullable } from './json/nullable.ts';
import { Money } from './money/money.ts';

/** An open buy order, as a connector reports it. */
export const BuyOrder = Type.Object({
  kind: Type.Literal('buyOrder'),
  game: Game,
  name: Name,
  /** The requested variant as the marketplace spells it; null accepts any. */
  phase: Nullable(ShortText),
  /** The marketplace's own id, or a documented natural key where it publishes none. */
  orderId: Id,
  price: Money,
  /** null when the marketplace does not say. */
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
