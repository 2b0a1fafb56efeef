import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const Sticker = Type.Object({
  name: Maybe(Type.String()),
  slot: Maybe(Type.Integer()),
  wear: Maybe(Type.Number()),
});

/** One item that a bot holds. */
export const Held = Type.Object({
  realitem_id: Name,
  app_id: NumberOrText,
  market_hash_name: Name,
  /** Cents. A fraction would mean that the unit has changed. */
  offered: Type.Integer({ minimum: 0 }),
  float: Maybe(NumberOrText),
  paintseed: Maybe(NumberOrText),
  /** For a Doppler, the paint index. */
  phase: Maybe(NumberOrText),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  inspect_link: Maybe(Type.String()),
  tradable_date: Maybe(Type.String()),
  bot: Maybe(Type.Object({ bot_steam_id: Maybe(Type.String()) })),
});
export type Held = Static<typeof Held>;

export const Page = Type.Object({ results: Type.Array(Type.Unknown()) });
