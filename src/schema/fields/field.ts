import type { Game } from '../game.ts';
import type { Sticker } from '../item.ts';
import type { Money, Prices } from '../money/money.ts';
import type { Charm } from '../traits/extras.ts';
import type { Tf2Traits } from '../traits/tf2-traits.ts';
import type { Variant } from '../traits/variant.ts';

/** The kinds of values, each of which lines of the tape and tables of the store write in a form of their own. */
type Values = {
  readonly game: Game;
  /** Name of an item. */
  readonly name: string;
  readonly variant: Variant;
  readonly marketplace: number;
  readonly text: string;
  readonly fraction: number;
  /** A whole number of at most 31 bits. */
  readonly whole: number;
  /** A whole number of any size. */
  readonly count: number;
  /** Epoch milliseconds. */
  readonly instant: number;
  readonly money: Money;
  readonly prices: Prices;
  readonly stickers: readonly Sticker[];
  readonly patches: readonly Sticker[];
  readonly charms: readonly Charm[];
  readonly tf2: Tf2Traits;
};
export type Kind = keyof Values;

/** Whether a record always has a value, can have null, or can lack the field, which is then behind all others in a line. */
type Presence = 'always' | 'nullable' | 'late';

/** A field of a record, from which its type, its cell in a line of the tape and its columns in the store follow. */
export type Field<Of extends Kind = Kind, Has extends Presence = Presence> = {
  readonly kind: Of;
  readonly presence: Has;
  /** Description of its columns in exports; without one it is not exported, and with null the store does not keep it. */
  readonly about: string | null;
};

/** Fields by name, in the order of a line of the tape. */
export type Fields = Readonly<Record<string, Field>>;

const declaring =
  <Has extends Presence>(presence: Has) =>
  <Of extends Kind>(kind: Of, about: string | null = ''): Field<Of, Has> => ({ kind, presence, about });

export const always = declaring('always');
export const nullable = declaring('nullable');
export const late = declaring('late');

type ValueOf<One> =
  One extends Field<infer Of, infer Has> ? Values[Of] | (Has extends 'nullable' ? null : never) : never;

/** A record with the declared fields. Types that extend it as interfaces go by their own names in what the compiler says. */
export type RecordOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]['presence'] extends 'late' ? never : Name]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name]['presence'] extends 'late' ? Name : never]?: ValueOf<Of[Name]>;
};

/** The names of the fields that a record can lack. */
export type LateIn<Of extends Fields> = {
  [Name in keyof Of & string]: Of[Name]['presence'] extends 'late' ? Name : never;
}[keyof Of & string];

export const lateNames = <Of extends Fields>(fields: Of): readonly LateIn<Of>[] =>
  Object.keys(fields).filter((name): name is LateIn<Of> => fields[name]?.presence === 'late');
