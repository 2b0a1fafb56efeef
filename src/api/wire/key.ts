import Type, { type Static } from 'typebox';
import { Game, Nullable } from '../../schema/index.ts';

/** A key as shown to the operator. */
export const WireKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, to recognise it by' }),
  createdAt: Type.Integer({ description: 'Unix seconds' }),
  revokedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  websocketAccess: Type.Boolean(),
  admin: Type.Boolean(),
  alerts: Type.Boolean({ description: 'Can create alert rules' }),
  expiresAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  requestsPerMinute: Nullable(Type.Integer()),
  requestsPerDay: Nullable(Type.Integer()),
  connections: Nullable(Type.Integer({ description: 'Maximum of concurrent stream connections' })),
  endpoints: Nullable(Type.Array(Type.String(), { description: 'Allowed paths, each including everything below it' })),
  games: Nullable(Type.Array(Game, { description: 'Games the key can see; null means all' })),
  marketplaces: Nullable(Type.Array(Type.String(), { description: 'Marketplaces the key can see; null means all' })),
  lastUsedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  requests: Type.Integer({ description: 'Requests since the key was created' }),
  requestsToday: Type.Integer({ description: 'Requests since midnight UTC' }),
});
export type WireKey = Static<typeof WireKey>;

/** A browser in which somebody has signed in. */
export const WireSession = Type.Object({
  id: Type.String(),
  keyId: Nullable(Type.String({ description: 'Id of the key whose rights it has; null for the operator' })),
  keyName: Nullable(Type.String()),
  browser: Nullable(Type.String({ description: 'Such as Firefox' })),
  system: Nullable(Type.String({ description: 'Such as Windows' })),
  createdAt: Type.Integer({ description: 'Unix seconds' }),
  lastUsedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  expiresAt: Type.Integer({ description: 'Unix seconds; moves on while it is used' }),
  isCurrent: Type.Boolean({ description: 'Whether this request came with it' }),
});
export type WireSession = Static<typeof WireSession>;
