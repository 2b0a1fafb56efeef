import Type, { type TNull, type TSchema, type TUnion } from 'typebox';
import type { Game } from '../../schema/index.ts';

/**
 * A field that is null when its value is not known or does not apply. With `games`, it is null for every other game, which
 * the types of the client take from `x-games`.
 */
export const OrNull = <S extends TSchema>(
  schema: S,
  description: string,
  games?: readonly Game[],
): TUnion<[S, TNull]> =>
  Type.Union([schema, Type.Null()], { description, ...(games !== undefined && { 'x-games': games }) });
