import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const Cents = Type.Integer({ minimum: 0 });

/** A successful answer of any call; an empty map can be sent as an empty array. */
export const Answered = Type.Object({
  status: Type.Literal('OK'),
  result: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
});

/** An entry of pricing/lowest with the name that is its key. Cents of a euro. */
export const Priced = Type.Object({
  name: Name,
  lowest: Type.Object({
    price: Cents,
    quantity: Type.Integer({ minimum: 0 }),
    link: Maybe(Type.String()),
  }),
});
export type Priced = Static<typeof Priced>;

/** An entry of buyorders/summary with the name that is its key. Cents of a euro. */
export const Wanted = Type.Object({ name: Name, orders: Type.Object({ maxPrice: Nullable(Cents) }) });
export type Wanted = Static<typeof Wanted>;

/** A row of the bots' inventory: all equal items, at one price. */
export const Held = Type.Object({
  g: Type.Union([Type.String(), Type.Integer()]),
  n: Name,
  /** Ids of the single items. */
  a: Type.Array(Type.String({ pattern: '^[0-9]+$' })),
  /** Cents of a dollar; 0 means not available. */
  p: Cents,
  /** Why the item cannot be traded. */
  e: Maybe(Type.String()),
});
export type Held = Static<typeof Held>;
