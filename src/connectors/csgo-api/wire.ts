import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** A thing with an id, by its English name. */
const Named = Type.Object({ name: Nullable(Type.String()) });

/** Where finishes, charms and agents come from; most knives and stickers are of no collection. */
const Collections = Type.Optional(Nullable(Type.Array(Named)));

/** A finish of a weapon, a knife without one, or gloves: all of its wear bands and forms in one row. */
export const Skin = Type.Object({
  /** Without wear band and form; knives and gloves with their star. */
  name: Type.String({ minLength: 1 }),
  /** null for a knife without a finish, whose name on Steam's market has no wear band either. */
  pattern: Nullable(Named),
  min_float: Nullable(Type.Number()),
  max_float: Nullable(Type.Number()),
  rarity: Nullable(Named),
  stattrak: Type.Boolean(),
  // Absent without a finish
  souvenir: Type.Optional(Type.Boolean()),
  wears: Type.Optional(Nullable(Type.Array(Named))),
  collections: Collections,
});
export type Skin = Static<typeof Skin>;

/** Most of anything else, one row for each name. */
export const Thing = Type.Object({
  /** null for what is not on Steam's market. */
  market_hash_name: Nullable(Type.String()),
  rarity: Nullable(Named),
  collections: Collections,
});
export type Thing = Static<typeof Thing>;

/** A container or a key. */
export const Container = Type.Object({ market_hash_name: Thing.properties.market_hash_name });
export type Container = Static<typeof Container>;
