import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

/** Deposits are numbered; a number beyond this was rounded while it was read, and would name another. */
export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Hundredths of a coin: a fraction would mean that the unit has changed, as it has in other payloads of theirs. */
const CoinCents = Type.Integer({ minimum: 0 });

const Sticker = Type.Object({ name: maybe(Type.String()), wear: maybe(Type.Number()) });

/** One item on sale. Strict privacy leaves out `wear` and `stickers` altogether. */
export const Item = Type.Object({
  id: Id,
  market_name: Name,
  market_value: CoinCents,
  /** What is paid now; absent in the list. */
  purchase_price: maybe(CoinCents),
  /** Epoch seconds while an auction runs; null is on sale at its price. */
  auction_ends_at: Nullable(Type.Number()),
  wear: maybe(Type.Number()),
  stickers: maybe(Type.Array(Sticker)),
});
export type Item = Static<typeof Item>;

/** The page of a list. */
export const Page = Type.Object({
  current_page: Type.Integer({ minimum: 1 }),
  next_page_url: Nullable(Type.String()),
  data: Type.Array(Type.Unknown()),
});

/** One change out of a message of the feed. */
export const Event = Type.Union([
  Type.Object({ event: Type.Enum(['new_item', 'updated_item']), item: Item }),
  Type.Object({ event: Type.Literal('deleted_item'), id: Id }),
]);
export type Event = Static<typeof Event>;
