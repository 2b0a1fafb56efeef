import Type, { type Static } from 'typebox';
import { currencies, Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const described = {
  market_hash_name: Name,
  name_id: Name,
  // A string; a number could be in other units
  price: Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' }),
  /** "0" means none. */
  float: Maybe(Type.String()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  total_count: Maybe(Type.Integer({ minimum: 0 })),
  locked: Maybe(Type.Boolean()),
  /** Words in some language: "12 часов". */
  unlock_time: Maybe(Type.String()),
  img: Maybe(Type.String()),
  currency: Type.Enum([...currencies]),
};

/** The cheapest item of a name, with the currency from the answer around the list. `total_count` counts those of its name. */
export const Cheapest = Type.Object(described);
export type Cheapest = Static<typeof Cheapest>;

/** One item. */
export const Item = Type.Object({ id: Name, ...described });
export type Item = Static<typeof Item>;
