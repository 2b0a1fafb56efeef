import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Sticker } from './item.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** A completed purchase, as a connector reports it. */
export const Sale = Type.Object({
  kind: Type.Literal('sale'),
  game: Game,
  name: Type.String({ minLength: 1 }),
  phase: Nullable(Type.String()),
  /** The marketplace's own id, or a stated natural key where it shows none; equal ids are one sale. */
  saleId: Type.String({ minLength: 1 }),
  /** Epoch milliseconds. */
  soldAt: Type.Integer({ minimum: 0 }),
  price: Money,
  float: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  paintIndex: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  paintSeed: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  stickers: Nullable(Type.Array(Sticker)),
});
export type Sale = Static<typeof Sale>;
