import type { TSchema } from 'typebox';
import { isObject } from '../../schema/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Converts a schema to plain JSON. `isTop` writes out a named schema instead of a reference to it. */
export type SchemaWriter = (schema: unknown, isTop?: boolean) => Json;

/** Makes a writer that replaces the named schemas by references to a document's components. */
export function schemaWriter(named: Readonly<Record<string, TSchema>>): SchemaWriter {
  const nameOf = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  const write: SchemaWriter = (schema, isTop = false) => {
    if (Array.isArray(schema)) return schema.map((part) => write(part));
    if (!isObject(schema)) return schema as Json;
    const name = isTop ? undefined : nameOf.get(schema);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    const entries = Object.entries(schema).map(([key, value]) => [key, write(value)] as const);
    return withNullType(Object.fromEntries(entries));
  };
  return write;
}

/** Shortens a union with null to `type: [string, null]`, which code generators handle better than `anyOf`. */
function withNullType({ anyOf, ...rest }: JsonObject): JsonObject {
  const typed = 'enum' in rest && !('type' in rest) ? { type: 'string', ...rest } : rest;
  if (!Array.isArray(anyOf)) return anyOf === undefined ? typed : { ...typed, anyOf };
  const [first, second, ...others] = anyOf as readonly JsonObject[];
  if (first === undefined || second?.['type'] !== 'null' || others.length > 0 || typeof first['type'] !== 'string') {
    return { ...typed, anyOf };
  }
  const values = first['enum'];
  const allowed = Array.isArray(values) ? { enum: [...values, null] } : {};
  return { ...first, ...allowed, ...typed, type: [first['type'], 'null'] };
}
