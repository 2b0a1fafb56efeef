import Type, { type TSchema } from 'typebox';

/** A value, or a list of them. */
export const OneOrMore = <S extends TSchema>(schema: S, description: string, max = 200) =>
  Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: max })], { description });
