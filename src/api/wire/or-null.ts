import Type, { type TNull, type TSchema, type TUnion } from 'typebox';

/** A field that is null when its value is not known or does not apply. */
export const OrNull = <S extends TSchema>(schema: S, description: string): TUnion<[S, TNull]> =>
  Type.Union([schema, Type.Null()], { description });
