import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

// JSON.parse rounds larger numbers, which would then identify another lot
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({
  name: maybe(Type.String()),
  /** Percent. */
  wear: maybe(Type.Number()),
  slot: maybe(Type.Integer({ minimum: 0 })),
});

const described = {
  name: Name,
  price: Type.Number(),
  /** null means tradable now. */
  unlock_at: maybe(Type.String()),
  item_float: maybe(Type.String()),
  item_paint_index: maybe(Type.Number()),
  item_paint_seed: maybe(Type.Number()),
  stickers: maybe(Type.Array(Nullable(Sticker))),
};

/** One item for sale, in the file of all lots and in search results. */
export const Lot = Type.Object({ id: Id, ...described });
export type Lot = Static<typeof Lot>;

/** A message of the feed. All games share one channel; only `game_id`, where present, distinguishes them. */
export const Event = Type.Union([
  Type.Object({
    event: Type.Enum(['obtained_skin_added', 'obtained_skin_price_changed']),
    id: Id,
    ...described,
    game_id: maybe(Type.Integer()),
  }),
  Type.Object({ event: Type.Literal('obtained_skin_deleted'), id: Id }),
]);
export type Event = Static<typeof Event>;
