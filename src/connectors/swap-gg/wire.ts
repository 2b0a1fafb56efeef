import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));
const Cents = Type.Integer({ minimum: 0 });

/** An answer that is one, whichever call it is of; an empty map may come as an empty list. */
export const Answered = Type.Object({
  status: Type.Literal('OK'),
  result: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
});

/** What pricing/lowest holds of a name, with that name. Cents of a euro. */
export const Priced = Type.Object({
  name: Name,
  lowest: Type.Object({
    price: Cents,
    quantity: Type.Integer({ minimum: 0 }),
    link: maybe(Type.String()),
  }),
});
export type Priced = Static<typeof Priced>;

/** What buyorders/summary holds of a name, with that name. Cents of a euro. */
export const Wanted = Type.Object({ name: Name, orders: Type.Object({ maxPrice: Nullable(Cents) }) });
export type Wanted = Static<typeof Wanted>;

/** A row of the bots' inventory: everything that looks alike, at one price. */
export const Held = Type.Object({
  g: Type.Union([Type.String(), Type.Integer()]),
  n: Name,
  /** Ids of the single items. */
  a: Type.Array(Type.String({ pattern: '^[0-9]+$' })),
  /** Cents of a dollar; 0 is not to be had. */
  p: Cents,
  /** Why it cannot be traded. */
  e: maybe(Type.String()),
});
export type Held = Static<typeof Held>;
