import Type, { type TNull, type TSchema, type TUnion } from 'typebox';

/** Allows null, which means "not known or not applicable". */
export const Nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => Type.Union([schema, Type.Null()]);
