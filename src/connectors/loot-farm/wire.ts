import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));
const Cents = Type.Integer({ minimum: 0 });

/** A row of a price file: one name. */
export const Priced = Type.Object({
  name: Name,
  price: Cents,
  /** Number for sale now. */
  have: Type.Integer({ minimum: 0 }),
});
export type Priced = Static<typeof Priced>;

/** One item that a bot holds. */
export const Asset = Type.Object({
  id: Type.String({ pattern: '^[0-9]+$' }),
  /** "5642:100" is float 0.05642 and seed 100; only skins have it. */
  f: maybe(Type.String()),
  /** 1 means tradable now. */
  tr: maybe(Type.Integer()),
  /** Hours until it is tradable. */
  td: maybe(Type.Integer({ minimum: 0 })),
  /** Anything but 0 means StatTrak; determines the name and the price. */
  st: maybe(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]+$' })])),
});
export type Asset = Static<typeof Asset>;

/** An entry of an inventory file: all items of one base name and exterior, at one or two prices. */
export const Entry = Type.Object({
  n: Name,
  /** Determines the name, so unknown codes are rejected. */
  e: maybe(Type.Enum(['FN', 'MW', 'FT', 'WW', 'BS', ''])),
  /** Cents; absent or 0 means not for sale. */
  p: maybe(Cents),
  /** Cents, for the StatTrak items. */
  pst: maybe(Cents),
  /** Keyed by number of the bot; sent as an array when only the first few numbers occur. */
  u: Type.Union([Type.Record(Type.String(), Type.Array(Asset)), Type.Array(Nullable(Type.Array(Asset)))]),
});
export type Entry = Static<typeof Entry>;
