import Type from 'typebox';
import { Check } from 'typebox/value';
import { shownBy } from '../../schema/index.ts';
import { invalid, notFound, unavailable } from '../errors.ts';
import { KeyFileError } from '../key-file.ts';
import type { Key, Keys } from '../keys.ts';
import { json } from '../server/content.ts';
import type { Router } from '../server/router.ts';
import type { KeyUse } from '../usage/key-use.ts';
import type { WireKey } from '../wire/key.ts';
import { toSeconds } from '../wire/time.ts';
import type { Audit } from './audit.ts';

const Names = Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 200 }));

const NewKeyRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    websocketAccess: Type.Optional(Type.Boolean()),
    admin: Type.Optional(Type.Boolean()),
    alerts: Type.Optional(Type.Boolean()),
    /** Unix seconds. */
    expiresAt: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e10 })),
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1 })),
    requestsPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    connections: Type.Optional(Type.Integer({ minimum: 1 })),
    endpoints: Type.Optional(Type.Array(Type.String({ pattern: '^/', maxLength: 256 }), { minItems: 1, maxItems: 50 })),
    games: Names,
    marketplaces: Names,
  },
  { additionalProperties: false },
);
const Named = Type.Object({ id: Type.String({ minLength: 1 }) });

const wireKey = (
  { id, name, prefix, createdAt, revokedAt, expiresAt, rights }: Key,
  used: ReturnType<KeyUse['of']>,
): WireKey => ({
  id,
  name,
  prefix,
  createdAt: toSeconds(createdAt),
  revokedAt: revokedAt === null ? null : toSeconds(revokedAt),
  websocketAccess: rights.websocketAccess,
  admin: rights.admin === true,
  alerts: rights.alerts !== false,
  expiresAt: expiresAt === undefined ? null : toSeconds(expiresAt),
  requestsPerMinute: rights.requestsPerMinute ?? null,
  requestsPerDay: rights.requestsPerDay ?? null,
  connections: rights.connections ?? null,
  endpoints: rights.endpoints ?? null,
  games: rights.games ?? null,
  marketplaces: rights.marketplaces ?? null,
  lastUsedAt: used === null ? null : toSeconds(used.lastUsedAt),
  requests: used?.requests ?? 0,
  requestsToday: used?.requestsOfDay ?? 0,
});

type Usage = ReturnType<KeyUse['of']>;

/** The use of a key, with the time of the last one of browsers that signed in with it, whose requests do not count. */
function withBrowsers(used: Usage, browsers: readonly Usage[]): Usage {
  const lastUsedAt = Math.max(0, ...[used, ...browsers].map((one) => one?.lastUsedAt ?? 0));
  return lastUsedAt === 0 ? null : { requests: 0, requestsOfDay: 0, ...used, lastUsedAt };
}

/** Adds the routes for managing keys. */
export function addKeyRoutes(router: Router, keys: Keys, use: KeyUse, audit: Audit): void {
  router.add(['GET'], '/operator/keys', () => {
    const sessions = keys.sessions.list();
    const usedBy = ({ id }: Key) => sessions.filter(({ keyId }) => keyId === id).map((session) => use.of(session.id));
    return json(keys.list().map((key) => wireKey(key, withBrowsers(use.of(key.id), usedBy(key)))));
  });

  router.add(['POST'], '/operator/keys', async (call) => {
    const { body } = call;
    if (!Check(NewKeyRequest, body)) {
      throw invalid('a key needs a JSON body such as {"name": "scanner", "websocketAccess": true, "admin": false}');
    }
    const { websocketAccess = true, admin, expiresAt, games, marketplaces, ...rest } = body;
    const isAdmin = admin === true && { admin };
    const end = expiresAt !== undefined && { expiresAt: expiresAt * 1000 };
    const shown = await withKeyErrors((async () => shownBy({ games, marketplaces }))(), invalid);
    const request = { ...rest, ...shown, websocketAccess, ...isAdmin, ...end };
    const made = await audit(
      call,
      'key.create',
      () => withKeyErrors(keys.create(request), invalid),
      ({ key: { id, name, rights, expiresAt = null } }) => ({ id, name, rights, expiresAt }),
    );
    return json({ ...wireKey(made.key, null), key: made.text });
  });

  router.add(['POST'], '/operator/keys/revoke', async (call) => {
    const { body } = call;
    if (!Check(Named, body)) throw invalid('name the key in a JSON body such as {"id": "4f1c2a9be0"}');
    const revoked = await audit(
      call,
      'key.revoke',
      () => withKeyErrors(keys.revoke(body.id), notFound),
      ({ id, name }) => ({ id, name }),
    );
    return json(wireKey(revoked, use.of(revoked.id)));
  });
}

/** Converts errors of the keys to `ApiError`s. */
const withKeyErrors = async <Result>(work: Promise<Result>, as: (message: string) => Error): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw error instanceof KeyFileError ? unavailable(found) : as(found);
  }
};
