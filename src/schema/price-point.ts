import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Name, ShortText } from './item.ts';
import { Nullable } from './json/nullable.ts';
import { Money } from './money/money.ts';

/** A past price published by the marketplace itself: the median price paid over a period. */
export const PastPrice = Type.Object({
  kind: Type.Literal('pastPrice'),
  game: Game,
  name: Name,
  phase: Nullable(ShortText),
  /** Epoch milliseconds, rejected like `Sale.soldAt` when from the future; null means the time of receipt. */
  at: Nullable(Type.Integer({ minimum: 0 })),
  median: Money,
  /** Sales in the period; null when the marketplace does not say. */
  saleCount: Nullable(Type.Integer({ minimum: 0 })),
});
export type PastPrice = Static<typeof PastPrice>;
