import type { TSchema } from 'typebox';

/** Rows after which it is known which fields all rows have. */
const toBeKnown = 200;
const latest = 20;
/** Share of rows with a value from which on a field counts as one that all rows have. */
const alwaysShare = 0.99;
/** Then the counts are halved, so that a shape that changes slowly becomes the known one. */
const maxCounted = 2000;

const deepest = 4;

type SchemaNode = {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: unknown;
  readonly anyOf?: readonly TSchema[];
};

/** The fields that a schema names, as keys from the row inwards; `*` stands for the first element of a list. */
function fieldsOf(schema: TSchema, above: readonly string[] = []): (readonly string[])[] {
  if (above.length > deepest) return [];
  const { properties = {}, items, anyOf = [] } = schema as SchemaNode;
  const inElements = items !== undefined && !Array.isArray(items) ? fieldsOf(items as TSchema, [...above, '*']) : [];
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [[...above, key], ...fieldsOf(inner, [...above, key])]),
    ...inElements,
    ...anyOf.flatMap((one) => fieldsOf(one, above)),
  ];
}

const valueAt = (row: unknown, keys: readonly string[]): unknown => {
  let value = row;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return null;
    value = key === '*' && Array.isArray(value) ? value[0] : (value as Readonly<Record<string, unknown>>)[key];
  }
  return value ?? null;
};

const words = { number: 'a number', string: 'a text', boolean: 'true or false', array: 'a list', object: 'an object' };
type Type = keyof typeof words;

function typeOf(value: unknown): Type | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type in words ? (type as Type) : null;
}

/** What was seen of one field. */
type Field = {
  readonly keys: readonly string[];
  readonly name: string;
  present: number;
  readonly types: Set<Type>;
  readonly latest: (Type | null)[];
};

/**
 * Notices that a field that every row had is gone, or has values of another type. Only fields that the schema of a row
 * names count, since others are not read; where the schema requires a value, rows without it are rejected anyway.
 */
export class ShapeDrift {
  readonly #fields: readonly Field[];
  #rows = 0;

  constructor(schema: TSchema) {
    const named = new Map(fieldsOf(schema).map((keys) => [keys.join('.'), keys]));
    this.#fields = [...named].map(([name, keys]) => ({ keys, name, present: 0, types: new Set(), latest: [] }));
  }

  note(rows: readonly unknown[]): void {
    for (const row of rows) this.#noteRow(row);
    if (this.#rows < maxCounted) return;
    this.#rows /= 2;
    for (const field of this.#fields) field.present /= 2;
  }

  /** What changed; null when nothing did. */
  change(): string | null {
    if (this.#rows < toBeKnown) return null;
    for (const field of this.#fields) {
      if (field.latest.length < latest || field.present < this.#rows * alwaysShare) continue;
      if (field.latest.every((type) => type === null)) return `"${field.name}" is gone, which all rows had`;
      const [type] = field.latest;
      if (type != null && field.latest.every((one) => one === type) && !field.types.has(type))
        return `"${field.name}" is ${words[type]}, which was ${[...field.types].map((one) => words[one]).join(' or ')}`;
    }
    return null;
  }

  /** Learns anew what rows have. */
  accept(): void {
    this.#rows = 0;
    for (const field of this.#fields) {
      field.present = 0;
      field.types.clear();
      field.latest.length = 0;
    }
  }

  /** A row counts as known once it is no longer among the latest, and only if it came before a change. */
  #noteRow(row: unknown): void {
    const isSettling = this.change() === null && this.#fields[0]?.latest.length === latest;
    if (isSettling) this.#rows += 1;
    for (const field of this.#fields) {
      field.latest.push(typeOf(valueAt(row, field.keys)));
      const previous = field.latest.length > latest ? field.latest.shift() : null;
      if (!isSettling || previous == null) continue;
      field.present += 1;
      field.types.add(previous);
    }
  }
}
