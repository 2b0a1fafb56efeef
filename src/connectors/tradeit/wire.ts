import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Union([Name, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]);

const described = {
  groupId: Id,
  name: Name,
  phase: Maybe(Type.String()),
  /** Price in money, in whole cents; null or 0 when the item can only be had in a trade. */
  storePrice: Maybe(Type.Integer({ minimum: 0 })),
  floatValue: Maybe(Type.Number()),
  paintIndex: Maybe(Type.Number()),
  fade: Maybe(Type.Object({ seed: Maybe(Type.Number()) })),
  stickers: Maybe(Type.Array(Type.Unknown())),
  /** Days left: a number for one item, an array for several. */
  tradeLockDay: Maybe(Type.Union([Type.Number(), Type.Array(Nullable(Type.Number()))])),
  steamInspectLink: Maybe(Type.String()),
  steamId: Maybe(Type.String()),
};

/** A row of /inventory/data: a group of equal items when `id` is `groupId`, else one item. */
export const Item = Type.Object({ id: Id, ...described });
export type Item = Static<typeof Item>;

/** A row with the size of its group; null when the answer gives no counts. */
export const Counted = Type.Object({ item: Type.Object(described), count: Nullable(Type.Integer({ minimum: 0 })) });
export type Counted = Static<typeof Counted>;

const Items = Type.Array(Type.Unknown());

/** Sizes by group: a number, or an array of that length. An empty map is sent as an empty array. */
export const Inventory = Type.Object({
  items: Items,
  counts: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
});
export type Inventory = Static<typeof Inventory>;
