import type { Cell } from '../engine.ts';

/** A cell does not fit its column. */
export class Unfit extends Error {}

/** Splits the type of a column, such as Nullable(Int32). */
export function partsOf(type: string): { readonly plain: string; readonly isNullable: boolean } {
  const [, nested] = /^Nullable\((.+)\)$/.exec(type) ?? [];
  const plain = nested ?? type;
  return { plain: plain === 'LowCardinality(String)' ? 'String' : plain, isNullable: nested !== undefined };
}

export const isInstant = (type: string): boolean => type.includes('DateTime64(3');

const codes = new Map<string, ReadonlyMap<string, number>>();

/** The codes of an Enum8 by word, in their order; empty for other types. */
export function codesOf(type: string): ReadonlyMap<string, number> {
  const known = codes.get(type);
  if (known !== undefined) return known;
  const found = type.startsWith('Enum8') ? type.matchAll(/'([^']*)' = (\d+)/g) : [];
  const made = new Map(Array.from(found, ([, word = '', code]) => [word, Number(code)]));
  codes.set(type, made);
  return made;
}

const safe = Number.MAX_SAFE_INTEGER;

/** The least and the greatest of the whole numbers that a type holds, as far as numbers are exact. */
export const wholes: Readonly<Record<string, readonly [min: number, max: number]>> = {
  UInt8: [0, 255],
  UInt32: [0, 2 ** 32 - 1],
  Int32: [-(2 ** 31), 2 ** 31 - 1],
  Int64: [-safe, safe],
  UInt64: [0, safe],
};

export const wholeIn = (cell: Cell, [min, max]: readonly [number, number]): number => {
  if (typeof cell !== 'number' || !Number.isInteger(cell) || cell < min || cell > max) throw new Unfit();
  return cell;
};

export const numberIn = (cell: Cell): number => {
  if (typeof cell !== 'number') throw new Unfit();
  return cell;
};

export const textIn = (cell: Cell): string => {
  if (typeof cell !== 'string') throw new Unfit();
  return cell;
};

/** A whole number below 2^64; those that are not exact as numbers come as decimal digits. */
export const wideIn = (cell: Cell): bigint => {
  if (typeof cell !== 'string') return BigInt(wholeIn(cell, [0, safe]));
  if (!/^\d{1,20}$/.test(cell)) throw new Unfit();
  return BigInt.asUintN(64, BigInt(cell));
};
