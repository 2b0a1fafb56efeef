import Type, { type Static } from 'typebox';
import { type ErrorCode, statusOf } from '../errors.ts';

/** Body of every error response. */
export const WireFailure = Type.Object({
  error: Type.String({ description: 'What went wrong and how to fix it' }),
  code: Type.Enum(Object.keys(statusOf) as ErrorCode[], { description: 'Error code' }),
});
export type WireFailure = Static<typeof WireFailure>;
