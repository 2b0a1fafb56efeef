import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another lot
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Sticker = Type.Object({
  name: Maybe(Type.String()),
  /** Percent. */
  wear: Maybe(Type.Number()),
  slot: Maybe(Type.Integer({ minimum: 0 })),
});

const described = {
  name: Name,
  price: Type.Number(),
  /** null means tradable now. */
  unlock_at: Maybe(Type.String()),
  item_float: Maybe(Type.String()),
  name_tag: Maybe(Type.String()),
  item_paint_index: Maybe(Type.Number()),
  item_paint_seed: Maybe(Type.Number()),
  stickers: Maybe(Type.Array(Nullable(Sticker))),
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
    game_id: Maybe(Type.Integer()),
  }),
  Type.Object({ event: Type.Literal('obtained_skin_deleted'), id: Id }),
]);
export type Event = Static<typeof Event>;
