import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** One item of the site, or a stack of equal ones. */
export const Held = Type.Object({
  id: Type.Union([Name, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]),
  appid: Type.Integer(),
  /** Includes the variant of a Doppler. */
  market_hash_name: Name,
  /** Cents. A fraction would mean that the unit has changed. */
  price: Type.Object({
    /** In money. */
    buy: maybe(Type.Integer({ minimum: 0 })),
  }),
  inspect: maybe(
    Type.Object({
      float: maybe(Type.Union([Type.String(), Type.Number()])),
      pattern: maybe(Type.Number()),
      stickers: maybe(Type.Array(Type.Unknown())),
    }),
  ),
  inspect_link: maybe(Type.String()),
  tradehold_days: maybe(Type.Number()),
  steamid: maybe(Type.String()),
});
export type Held = Static<typeof Held>;

export const Page = Type.Object({ success: Type.Literal(true), data: Type.Array(Type.Unknown()) });
