import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));
const Cents = Type.Integer({ minimum: 0 });

/** A row of a price file: one name. */
export const Priced = Type.Object({
  name: Name,
  price: Cents,
  /** On sale now. */
  have: Type.Integer({ minimum: 0 }),
});
export type Priced = Static<typeof Priced>;

/** One item that a bot holds. */
export const Asset = Type.Object({
  id: Type.String({ pattern: '^[0-9]+$' }),
  /** "5642:100" is float 0.05642 and seed 100; what is no skin has none. */
  f: maybe(Type.String()),
  /** 1 is tradable now. */
  tr: maybe(Type.Integer()),
  /** Hours until it is tradable. */
  td: maybe(Type.Integer({ minimum: 0 })),
  /** Anything but 0 is StatTrak; decides the name and the price. */
  st: maybe(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]+$' })])),
});
export type Asset = Static<typeof Asset>;

/** An entry of an inventory file: everything of one base name and exterior, at one price or two. */
export const Entry = Type.Object({
  n: Name,
  /** Decides the name, so that a code that is not known is seen. */
  e: maybe(Type.Enum(['FN', 'MW', 'FT', 'WW', 'BS', ''])),
  /** Cents; missing or 0 is not for sale. */
  p: maybe(Cents),
  /** Cents of the StatTrak ones. */
  pst: maybe(Cents),
  /** By number of the bot; the first few numbers alone come as a list. */
  u: Type.Union([Type.Record(Type.String(), Type.Array(Asset)), Type.Array(Nullable(Type.Array(Asset)))]),
});
export type Entry = Static<typeof Entry>;
