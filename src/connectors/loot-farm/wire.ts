import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
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
  f: Maybe(Type.String()),
  /** 1 means tradable now. */
  tr: Maybe(Type.Integer()),
  /** Hours until it is tradable. */
  td: Maybe(Type.Integer({ minimum: 0 })),
  /** Anything but 0 means StatTrak; determines the name and the price. */
  st: Maybe(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]+$' })])),
});
export type Asset = Static<typeof Asset>;

/** An entry of an inventory file: all items of one base name and exterior, at one or two prices. */
export const Entry = Type.Object({
  n: Name,
  /** Determines the name, so unknown codes are rejected. */
  e: Maybe(Type.Enum(['FN', 'MW', 'FT', 'WW', 'BS', ''])),
  /** Cents; absent or 0 means not for sale. */
  p: Maybe(Cents),
  /** Cents, for the StatTrak items. */
  pst: Maybe(Cents),
  /** Keyed by number of the bot; sent as an array when only the first few numbers occur. */
  u: Type.Union([Type.Record(Type.String(), Type.Array(Asset)), Type.Array(Nullable(Type.Array(Asset)))]),
});
export type Entry = Static<typeof Entry>;
