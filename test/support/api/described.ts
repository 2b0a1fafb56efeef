import { Check, Errors } from 'typebox/schema';

type Schema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of a document that a reference points to. */
export function target(document: unknown, reference: string): unknown {
  let found = document;
  for (const step of reference.replace(/^#\//, '').split('/')) {
    if (!isObject(found) || !Object.hasOwn(found, step)) throw new Error(`${reference} does not exist in the document`);
    found = found[step];
  }
  return found;
}

/** Every `$ref` in a document. */
export const referencesIn = (document: unknown): string[] =>
  [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');

/** A schema with its references resolved that rejects undescribed keys. */
function closed(document: unknown, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => closed(document, part));
  if (!isObject(schema)) return schema;
  const reference = schema['$ref'];
  if (typeof reference === 'string') return closed(document, target(document, reference));
  const written = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(document, value)]));
  return 'properties' in schema ? { ...written, additionalProperties: false } : written;
}

/**
 * Returns a validator of values against a schema of a document, undescribed keys included; it returns what is wrong, or
 * null.
 */
export function describedBy(document: unknown, reference: string): (value: unknown) => string | null {
  const schema = closed(document, target(document, reference)) as Schema;
  return (value) => {
    if (Check(schema, value)) return null;
    const [, errors] = Errors(schema, value);
    const found = errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
    return `${found.join('; ')} in ${JSON.stringify(value)}`;
  };
}
