import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** A key as the operator is shown it. */
export const WireKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, for recognition' }),
  createdAt: Type.Integer({ description: 'Unix seconds' }),
  revokedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  websocketAccess: Type.Boolean(),
  admin: Type.Boolean(),
});
export type WireKey = Static<typeof WireKey>;
