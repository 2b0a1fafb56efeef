import Type, { type Static, type TObject, type TSchema } from 'typebox';

/** Seconds since an instant in Unix seconds; null for null. */
type Since = (at: number | null) => number | null;

/** A field of an answer: its schema, and how it follows from what the service returned. */
type Field<From> = { readonly schema: TSchema; readonly of: (from: From, since: Since) => unknown };
export type Fields<From> = Readonly<Record<string, Field<From>>>;

/** Typed by its own fields, so that it can be read of anything that has them. */
const field =
  <Schema extends TSchema>(schema: Schema) =>
  <From>(of: (from: From, since: Since) => Static<Schema>): Field<From> => ({ schema, of });

export const text = field(Type.String());
export const textIfAny = field(Type.Unsafe<string | undefined>(Type.Optional(Type.String())));
export const texts = field(Type.Array(Type.String()));
export const number = field(Type.Number());
export const truth = field(Type.Boolean());
export const counts = field(
  Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: Type.Number() }),
);
export const textOrNull = field(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
export const numberOrNull = field(Type.Unsafe<number | null>({ type: ['number', 'null'] }));
export const textsOrNull = field(Type.Unsafe<string[] | null>(Type.Union([Type.Array(Type.String()), Type.Null()])));

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
};

/** Types without descriptions, with which the list of tools would be many times as long. */
function typeOnly({ type = 'string', anyOf = [], items }: JsonSchema): TSchema {
  if (anyOf.length > 0) return { type: [...new Set(anyOf.flatMap((one) => (typeOnly(one) as JsonSchema).type ?? []))] };
  return { type, ...(items && { items: typeOnly(items) }) };
}

/** Fields as a shape of the service has them, some under another name. */
export function same<Wire extends TObject, const Key extends keyof Wire['properties'] & string>(
  { properties }: Wire,
  ...picks: readonly (Key | Readonly<Record<string, Key>>)[]
): Fields<Readonly<Record<Key, unknown>>> {
  const names = picks.flatMap((pick) => Object.entries(typeof pick === 'string' ? { [pick]: pick } : pick));
  return Object.fromEntries(
    names.map(([name, key]): [string, Field<Readonly<Record<Key, unknown>>>] => [
      name,
      { schema: typeOnly(properties[key] as JsonSchema), of: (from) => from[key as Key] },
    ]),
  );
}

/** Seconds since what is an instant there. */
export const age = <From>(at: (from: From) => number | null): Field<From> =>
  numberOrNull((from, since) => since(at(from)));

export const described = <From>(description: string, { schema, of }: Field<From>): Field<From> => ({
  schema: { ...schema, description },
  of,
});

const schemaOf = <From>(fields: Fields<From>) =>
  Type.Object(Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])), {
    additionalProperties: false,
  });

const valuesOf = <From>(fields: Fields<From>, from: From, since: Since) =>
  Object.fromEntries(Object.entries(fields).map(([key, { of }]) => [key, of(from, since)]));

export const part = <From, Part>(of: (from: From) => Part, fields: Fields<Part>): Field<From> => ({
  schema: schemaOf(fields),
  of: (from, since) => valuesOf(fields, of(from), since),
});

export const partOrNull = <From, Part>(of: (from: From) => Part | null, fields: Fields<Part>): Field<From> => ({
  schema: Type.Union([schemaOf(fields), Type.Null()]),
  of: (from, since) => {
    const found = of(from);
    return found === null ? null : valuesOf(fields, found, since);
  },
});

export const rows = <From, Row>(of: (from: From) => readonly Row[], fields: Fields<Row>): Field<From> => ({
  schema: Type.Array(schemaOf(fields)),
  of: (from, since) => of(from).map((row) => valuesOf(fields, row, since)),
});

/** What a tool returns, and its schema. */
export type Answer<From> = {
  readonly schema: TSchema;
  readonly of: (from: From, since: Since) => Readonly<Record<string, unknown>>;
};

/** An answer that begins with the units of its figures. */
export function answer<From>(units: string, fields: Fields<From>): Answer<From> {
  const all: Fields<From> = {
    units: described(
      'Units of the figures',
      text(() => units),
    ),
    ...fields,
  };
  return { schema: schemaOf(all), of: (from, since) => valuesOf(all, from, since) };
}
