import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { keyOf } from '../access.ts';
import { invalid, notFound } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import type { WireKey } from '../wire/key.ts';
import { toSeconds } from '../wire/time.ts';
import { isLoopback } from './loopback.ts';
import { requireOperator, requireSameSite } from './operator-access.ts';

const Wish = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  websocketAccess: Type.Optional(Type.Boolean()),
  admin: Type.Optional(Type.Boolean()),
});
const Named = Type.Object({ id: Type.String({ minLength: 1 }) });

const wireKey = ({ id, name, prefix, createdAt, revokedAt, rights }: Key): WireKey => ({
  id,
  name,
  prefix,
  createdAt: toSeconds(createdAt),
  revokedAt: revokedAt === null ? null : toSeconds(revokedAt),
  websocketAccess: rights.websocketAccess,
  admin: rights.admin === true,
});

/** What the pages ask for themselves: a key for a visitor at this machine, and for the operator the list of keys. */
export function addKeyRoutes(app: FastifyInstance, keys: Keys): void {
  const guarded =
    (answer: (request: FastifyRequest) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
      // Not for other sites, whatever the interface for readers allows
      reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store');
      return await answer(request);
    };

  const operated = (answer: (request: FastifyRequest) => unknown) =>
    guarded((request) => {
      requireOperator(keys, request.raw);
      return answer(request);
    });

  app.post(
    '/operator/session',
    guarded(({ raw }) => {
      requireSameSite(raw);
      const checked = keys.check(keyOf(raw, undefined));
      const given = checked.state;
      const none = { key: null, expiresAt: null, given };
      if (checked.state === 'ok') return { ...none, isOperator: checked.key.rights.admin === true || isLoopback(raw) };
      if (!isLoopback(raw)) return { ...none, isOperator: false };
      const { text, expiresAt } = keys.lend();
      return { key: text, expiresAt: toSeconds(expiresAt), given, isOperator: true };
    }),
  );

  app.get(
    '/operator/keys',
    operated(() => keys.list().map(wireKey)),
  );

  app.post(
    '/operator/keys',
    operated(async ({ body }) => {
      if (!Check(Wish, body)) {
        throw invalid('a key needs a JSON body such as {"name": "scanner", "websocketAccess": true, "admin": false}');
      }
      const { name, websocketAccess = true, admin = false } = body;
      const made = await told(keys.create({ name, websocketAccess, admin }), invalid);
      return { ...wireKey(made.key), key: made.text };
    }),
  );

  app.post(
    '/operator/keys/revoke',
    operated(async ({ body }) => {
      if (!Check(Named, body)) throw invalid('say which key in a JSON body such as {"id": "4f1c2a9be0"}');
      return wireKey(await told(keys.revoke(body.id), notFound));
    }),
  );
}

/** What the keys themselves have against a wish, as an answer. */
const told = async <Result>(work: Promise<Result>, as: (message: string) => Error): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw as(error instanceof Error ? error.message : String(error));
  }
};
