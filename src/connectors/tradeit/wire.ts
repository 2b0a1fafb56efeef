import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Union([Name, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]);

const described = {
  groupId: Id,
  name: Name,
  phase: maybe(Type.String()),
  /** Price in money, in whole cents; null or 0 when the item can only be had in a trade. */
  storePrice: maybe(Type.Integer({ minimum: 0 })),
  floatValue: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  fade: maybe(Type.Object({ seed: maybe(Type.Number()) })),
  stickers: maybe(Type.Array(Type.Unknown())),
  /** Days left: a number for one item, an array for several. */
  tradeLockDay: maybe(Type.Union([Type.Number(), Type.Array(Nullable(Type.Number()))])),
  steamInspectLink: maybe(Type.String()),
  steamId: maybe(Type.String()),
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
