import Type, { type TNull, type TSchema, type TUnion } from 'typebox';

/** Allows null, which means "not known or not applicable". */
export const Nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => Type.Union([schema, Type.Null()]);

/** Allows null and absence, for what only some rows of a marketplace have. */
export const Maybe = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
