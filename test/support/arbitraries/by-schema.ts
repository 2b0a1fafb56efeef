import fc from 'fast-check';
import { target } from '../api/described.ts';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const whole = 2 ** 31 - 1;

/** Values that a schema of a document describes; `known` supplies words for plain strings and numbers. */
export function bySchema(document: unknown, schema: unknown, known: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return fc.jsonValue();
  const within = (part: unknown) => bySchema(document, part, known);
  if (typeof schema['$ref'] === 'string') return within(target(document, schema['$ref']));
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...schema['anyOf'].map(within));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const {
    minimum = -whole,
    maximum = whole,
    maxLength = 300,
    maxItems = 6,
  } = schema as never as {
    [name in 'minimum' | 'maximum' | 'maxLength' | 'maxItems']?: number;
  };
  switch (schema['type']) {
    case 'string':
      return fc.oneof({ weight: 3, arbitrary: known }, fc.string({ maxLength: Math.min(300, maxLength) }));
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(1, minimum), max: Math.min(40, maximum) }),
        fc.integer({ min: Math.max(minimum, -whole), max: Math.min(maximum, whole) }),
      );
    case 'number':
      return fc.double({ min: Math.max(minimum, 0), max: Math.min(maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(within(schema['items']), { minLength: 1, maxLength: Math.min(6, maxItems) });
    default:
      return fc.record(
        Object.fromEntries(
          Object.entries((schema['properties'] ?? {}) as Schema).map(([name, of]) => [name, within(of)]),
        ),
        { requiredKeys: (schema['required'] as string[]) ?? [] },
      );
  }
}
