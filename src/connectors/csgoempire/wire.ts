import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Id of a deposit. JSON.parse rounds larger numbers, which would then identify another one. */
export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Hundredths of a coin. A fraction would mean that the unit has changed, as it has in other payloads of the site. */
const CoinCents = Type.Integer({ minimum: 0 });

const Keychain = Type.Object({ name: Maybe(Type.String()) });
const Sticker = Type.Object({ name: Maybe(Type.String()), wear: Maybe(Type.Number()) });

/** One item for sale. With strict privacy `wear`, `stickers` and `keychains` are absent. */
export const Item = Type.Object({
  id: Id,
  market_name: Name,
  market_value: CoinCents,
  /** The price to pay now; absent in the list. */
  purchase_price: Maybe(CoinCents),
  /** Epoch seconds while an auction runs; null when for sale at its price. */
  auction_ends_at: Nullable(Type.Number()),
  wear: Maybe(Type.Number()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
  keychains: Maybe(Type.Array(Nullable(Keychain))),
  /** Steam's text: "★ StatTrak™ Covert Knife". */
  type: Maybe(Type.String()),
  item_search: Maybe(Type.Object({ rarity: Maybe(Type.String()) })),
});
export type Item = Static<typeof Item>;

/** One page of a list. */
export const Page = Type.Object({
  current_page: Type.Integer({ minimum: 1 }),
  next_page_url: Nullable(Type.String()),
  data: Type.Array(Type.Unknown()),
});

/** One change in a message of the feed. */
export const Event = Type.Union([
  Type.Object({ event: Type.Enum(['new_item', 'updated_item']), item: Item }),
  Type.Object({ event: Type.Literal('deleted_item'), id: Id }),
]);
export type Event = Static<typeof Event>;
