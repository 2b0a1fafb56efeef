import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));

// A number beyond this was rounded while it was read, and would name another
const Id = Type.Union([Name, Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]);

/** A row of /inventory/data: a group of like items where `id` is `groupId`, else one item. */
export const Item = Type.Object({
  id: Id,
  groupId: Id,
  name: Name,
  phase: maybe(Type.String()),
  /** What is paid in money, whole cents; null or 0 where it is given for other items only. */
  storePrice: maybe(Type.Integer({ minimum: 0 })),
  floatValue: maybe(Type.Number()),
  paintIndex: maybe(Type.Number()),
  fade: maybe(Type.Object({ seed: maybe(Type.Number()) })),
  stickers: maybe(Type.Array(Type.Unknown())),
  /** Days left: of one item a number, of several a list. */
  tradeLockDay: maybe(Type.Union([Type.Number(), Type.Array(Type.Number())])),
  steamInspectLink: maybe(Type.String()),
  steamId: maybe(Type.String()),
});
export type Item = Static<typeof Item>;

/** A row with the size of its group, null where the answer does not count. */
export const Counted = Type.Object({ item: Item, count: Nullable(Type.Integer({ minimum: 0 })) });
export type Counted = Static<typeof Counted>;

const Items = Type.Array(Type.Unknown());

/** Sizes by group, a number or a list as long; an empty map is written as an empty list. */
export const Inventory = Type.Object({
  items: Items,
  counts: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
});
export type Inventory = Static<typeof Inventory>;
