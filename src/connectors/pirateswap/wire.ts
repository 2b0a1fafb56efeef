import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** One item of the inventory. */
export const Held = Type.Object({
  id: Name,
  marketHashName: Name,
  /** Price in the balance filled by trades, in dollars; not read, so that it is not confused with the other price. */
  price: Maybe(Type.Number()),
  /** Price in money, in dollars; without it the item can only be had in a trade. */
  storePrice: Maybe(Type.Number()),
  float: Maybe(Type.Number()),
  pattern: Maybe(Type.Number()),
  paintIndex: Maybe(Type.Number()),
  inspectInGameLink: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  /** ISO 8601, or absent. */
  tradeableAfter: Maybe(Type.String()),
});
export type Held = Static<typeof Held>;
