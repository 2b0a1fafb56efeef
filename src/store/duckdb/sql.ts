import type { Sql } from '../engine.ts';
import { last, rowsSql } from './schema.ts';

/** A text as an SQL string literal. */
export const sqlText = (text: string): string => {
  const literal = `'${text.toWellFormed().replaceAll("'", "''")}'`;
  // A literal ends at its first NUL
  return literal.includes('\0') ? `(${literal.split('\0').join("' || chr(0) || '")})` : literal;
};

export const duckSql: Sql = {
  table: (name) => name,
  last,
  text: sqlText,
  instant: (at) => String(Math.trunc(at)),
  milliseconds: (instant) => instant,
  quotient: (dividend, divisor) => `((${dividend}) // ${divisor})`,
  rows: (columns, rows) => rowsSql(columns, rows, sqlText),
  notIn: 'NOT IN',
  light: '',
};
