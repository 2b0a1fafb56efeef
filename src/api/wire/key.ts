import Type, { type Static } from 'typebox';
import { Game, Nullable } from '../../schema/index.ts';

/** A key as the operator is shown it. */
export const WireKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, for recognition' }),
  createdAt: Type.Integer({ description: 'Unix seconds' }),
  revokedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  websocketAccess: Type.Boolean(),
  admin: Type.Boolean(),
  alerts: Type.Boolean({ description: 'May make rules of alerts' }),
  expiresAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  requestsPerMinute: Nullable(Type.Integer()),
  requestsPerDay: Nullable(Type.Integer()),
  connections: Nullable(Type.Integer({ description: 'Of the stream, at the same time' })),
  endpoints: Nullable(Type.Array(Type.String(), { description: 'Addresses with everything below them' })),
  games: Nullable(Type.Array(Game, { description: 'That it is shown; null is all' })),
  marketplaces: Nullable(Type.Array(Type.String(), { description: 'That it is shown; null is all' })),
  lastUsedAt: Nullable(Type.Integer({ description: 'Unix seconds' })),
  requests: Type.Integer({ description: 'Since it was made' }),
  requestsToday: Type.Integer({ description: 'Since midnight, UTC' }),
});
export type WireKey = Static<typeof WireKey>;
