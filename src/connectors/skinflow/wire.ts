import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));
const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const Sticker = Type.Object({
  name: maybe(Type.String()),
  slot: maybe(Type.Integer()),
  wear: maybe(Type.Number()),
});

/** One item that a bot holds. */
export const Held = Type.Object({
  realitem_id: Name,
  app_id: NumberOrText,
  market_hash_name: Name,
  /** Cents. A fraction would mean that the unit has changed. */
  offered: Type.Integer({ minimum: 0 }),
  float: maybe(NumberOrText),
  paintseed: maybe(NumberOrText),
  /** For a Doppler, the paint index. */
  phase: maybe(NumberOrText),
  stickers: maybe(Type.Array(Nullable(Sticker))),
  inspect_link: maybe(Type.String()),
  tradable_date: maybe(Type.String()),
  bot: maybe(Type.Object({ bot_steam_id: maybe(Type.String()) })),
});
export type Held = Static<typeof Held>;

export const Page = Type.Object({ results: Type.Array(Type.Unknown()) });
