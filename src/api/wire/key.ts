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
