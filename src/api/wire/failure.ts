import Type, { type Static } from 'typebox';
import { type ErrorCode, statusOf } from '../errors.ts';

/** The body of every answer that is not a success. */
export const WireFailure = Type.Object({
  error: Type.String({ description: 'What was found and what to do' }),
  code: Type.Enum(Object.keys(statusOf) as ErrorCode[], { description: 'What kind of failure it is' }),
});
export type WireFailure = Static<typeof WireFailure>;
