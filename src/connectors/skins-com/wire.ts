import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

/** Cents. A fraction would mean that the unit has changed. */
const Cents = Type.Integer({ minimum: 0 });

// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** One item for sale. */
export const Listing = Type.Object({
  id: Id,
  market_name: Type.String({ minLength: 1 }),
  /** The price to pay now; for an auction, the bid. */
  purchase_price: Cents,
  /** Set while an auction runs; null when for sale at its price. */
  auction_ends_at: Nullable(Type.Union([Type.String(), Type.Number()])),
  wear: Maybe(Type.Number()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  keychains: Maybe(Type.Array(Nullable(Type.Object({ name: Maybe(Type.String()) })))),
});
export type Listing = Static<typeof Listing>;

/** One page of a list. */
export const Page = Type.Object({
  current_page: Type.Integer({ minimum: 1 }),
  next_page_url: Nullable(Type.String()),
  data: Type.Array(Type.Unknown()),
});

/** One change in a message of the feed. */
export const Event = Type.Union([
  Type.Object({ event: Type.Enum(['new_item', 'updated_item']), item: Listing }),
  Type.Object({ event: Type.Literal('deleted_item'), id: Id }),
]);
export type Event = Static<typeof Event>;
