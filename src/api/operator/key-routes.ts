import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { invalid, notFound, unavailable } from '../errors.ts';
import { KeyFileError } from '../key-file.ts';
import type { Key, Keys } from '../keys.ts';
import type { WireKey } from '../wire/key.ts';
import { toSeconds } from '../wire/time.ts';

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

/** Lets the operator manage keys. */
export function addKeyRoutes(app: FastifyInstance, keys: Keys): void {
  app.get('/operator/keys', async () => keys.list().map(wireKey));

  app.post('/operator/keys', async ({ body }) => {
    if (!Check(Wish, body)) {
      throw invalid('a key needs a JSON body such as {"name": "scanner", "websocketAccess": true, "admin": false}');
    }
    const { name, websocketAccess = true, admin = false } = body;
    const made = await told(keys.create({ name, websocketAccess, admin }), invalid);
    return { ...wireKey(made.key), key: made.text };
  });

  app.post('/operator/keys/revoke', async ({ body }) => {
    if (!Check(Named, body)) throw invalid('say which key in a JSON body such as {"id": "4f1c2a9be0"}');
    return wireKey(await told(keys.revoke(body.id), notFound));
  });
}

/** What the keys themselves have against a wish, as an answer. */
const told = async <Result>(work: Promise<Result>, as: (message: string) => Error): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw error instanceof KeyFileError ? unavailable(found) : as(found);
  }
};
