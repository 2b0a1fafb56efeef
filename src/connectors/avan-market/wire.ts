import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const SellItem = Type.Object({
  // JSON.parse rounds larger numbers, which would then identify another item
  id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** In the requested currency. */
  sell_price: Type.Number(),
  float: Maybe(NumberOrText),
  inspect_in_game: Maybe(Type.String()),
  item_stickers: Maybe(Type.Array(Type.Unknown())),
  /** When its hold ends. */
  unhold_at: Maybe(Type.String()),
});
export type SellItem = Static<typeof SellItem>;

/** An entry of the catalogue: one name and its items for sale. */
export const Entry = Type.Object({
  full_name: Type.String({ minLength: 1 }),
  phase: Maybe(Type.String()),
  slugified_name: Maybe(Type.String()),
  sell_items: Type.Array(SellItem),
});
export type Entry = Static<typeof Entry>;

export const Page = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  page_count: Type.Integer({ minimum: 0 }),
  data: Type.Array(Type.Unknown()),
});
