import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** One item of the site, or a stack of equal ones. */
export const Held = Type.Object({
  id: Type.Union([Name, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]),
  appid: Type.Integer(),
  /** Includes the variant of a Doppler. */
  market_hash_name: Name,
  /** Cents. A fraction would mean that the unit has changed. */
  price: Type.Object({
    /** In money. */
    buy: Maybe(Type.Integer({ minimum: 0 })),
  }),
  inspect: Maybe(
    Type.Object({
      float: Maybe(Type.Union([Type.String(), Type.Number()])),
      pattern: Maybe(Type.Number()),
      stickers: Maybe(Type.Array(Type.Unknown())),
    }),
  ),
  inspect_link: Maybe(Type.String()),
  tradehold_days: Maybe(Type.Number()),
  steamid: Maybe(Type.String()),
});
export type Held = Static<typeof Held>;

export const Page = Type.Object({ success: Type.Literal(true), data: Type.Array(Type.Unknown()) });
