import type { IncomingMessage } from 'node:http';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { ApiError, invalid, notFound, unavailable } from '../errors.ts';
import { KeyFileError } from '../key-file.ts';
import { anyOperator, type Key, type Keys, operatorKeyId } from '../keys.ts';
import { readQuery } from '../query.ts';
import { keyOf, requireKey, sentKey, validKey } from '../require-key.ts';
import { json } from '../server/content.ts';
import type { Call, Content, Router } from '../server/router.ts';
import { browserNamed } from '../sessions/browser-name.ts';
import { sessionCookie, sessionIn } from '../sessions/session-cookie.ts';
import { type Session, sessionMs } from '../sessions/sessions.ts';
import type { KeyUse } from '../usage/key-use.ts';
import type { WireSession } from '../wire/key.ts';
import { toSeconds } from '../wire/time.ts';
import type { Audit } from './audit.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { isOperator, sessionPath, signInPath } from './operator-access.ts';

const tokenPath = '/operator/one-time-token';
const sessionsPath = '/operator/sessions';

/** What a page may do, and its session, whose text is in the cookie only; null for a key that came without one. */
type SessionAnswer = { readonly session: WireSession | null; readonly isOperator: boolean };

/** How somebody on the machine of the service signs a browser in, or lets others do so. */
export type SignInCommands = (isHere: boolean) => { readonly dashboard: string; readonly createKey: string };

const shownCommands = ({ dashboard, createKey }: ReturnType<SignInCommands>) => ({ dashboard, createKey });

const hostsHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

const SessionId = Type.Object({ id: Type.String({ minLength: 1 }) });

type Parts = {
  readonly keys: Pick<Keys, 'check' | 'list' | 'sessions'>;
  readonly tokens: OneTimeTokens;
  readonly use: Pick<KeyUse, 'of'>;
  readonly signIn?: SignInCommands;
  readonly audit: Audit;
};

/** Adds the routes by which browsers sign in and out, and those by which the operator sees which have. */
export function addSessionRoutes(router: Router, parts: Parts): void {
  const { keys, tokens, audit } = parts;
  router.add(['POST'], sessionPath, async (call) => {
    const text = sentKey(call.request);
    if (text !== undefined && tokens.redeem(text)) return await open(parts, call, anyOperator);
    const key = requireKey(keys, text, sessionPath);
    // Otherwise a session could prolong itself
    return key.sessionId === undefined ? await open(parts, call, key) : json(answerFor(parts, key));
  });
  router.add(['GET'], sessionPath, async ({ request, headers }) => {
    const text = keyOf(request);
    const key = requireKey(keys, text, sessionPath);
    if (key.sessionId !== undefined && text !== undefined && text === sessionIn(request)) {
      // It goes on as long as it would have, and the next page tries again
      await keys.sessions.renew(key.sessionId).catch(() => undefined);
      headers['set-cookie'] = sessionCookie(request, text, sessionMs / 1000);
    }
    return json(answerFor(parts, key));
  });
  router.add(['DELETE'], sessionPath, async (call) => {
    const { request, headers } = call;
    requireKey(keys, keyOf(request), sessionPath);
    headers['set-cookie'] = sessionCookie(request, '', 0);
    const [everywhere] = readQuery(request.url ?? '').values.get('everywhere') ?? [];
    const isEverywhere = everywhere === 'true';
    const count = () => end(keys, request, isEverywhere);
    await audit(call, 'session.end', count, (ended) => ({ count: ended, everywhere: isEverywhere }));
    return { status: 204 };
  });
  const signIn = ({ request: { headers } }: Call): Content =>
    // Where the data is kept does not concern everybody
    json(parts.signIn === undefined ? null : shownCommands(parts.signIn(hostsHere.test(headers.host ?? ''))));
  router.add(['GET'], signInPath, signIn, { takesNoKey: true });
  router.add(['GET'], sessionsPath, ({ request }) => {
    const current = currentOf(keys, request)?.sessionId;
    return json(keys.sessions.list().map((session) => shown(parts, session, current)));
  });
  router.add(['POST'], `${sessionsPath}/revoke`, async (call) => {
    const { body } = call;
    if (!Check(SessionId, body)) throw invalid('name the session in a JSON body such as {"id": "s-4f1c2a9be0"}');
    const { id } = body;
    const endIt = async (): Promise<void> => {
      if ((await written(keys.sessions.end((session) => session.id === id))) > 0) return;
      throw notFound('no browser has a session with this id; GET /operator/sessions lists them');
    };
    await audit(call, 'session.end', endIt, () => ({ id }));
    return json({ id });
  });
  router.add(['POST'], tokenPath, ({ request }) => {
    const { id, sessionId } = requireKey(keys, keyOf(request), tokenPath);
    // Otherwise a session could prolong itself, and sessions would outlive the revocation of their key
    if (id !== operatorKeyId || sessionId !== undefined) {
      throw new ApiError('ACCESS_DENIED', 'this needs the token from the file operator.token of the data folder');
    }
    const { token, expiresAt } = tokens.issue();
    return json({ token, expiresAt: toSeconds(expiresAt) });
  });
}

function shown({ keys, use }: Parts, session: Session, current: string | undefined): WireSession {
  const { id, keyId, browser, system, createdAt, expiresAt } = session;
  const used = use.of(id);
  return {
    id,
    keyId: keyId === operatorKeyId ? null : keyId,
    keyName: keys.list().find((key) => key.id === keyId)?.name ?? null,
    browser,
    system,
    createdAt: toSeconds(createdAt),
    lastUsedAt: used === null ? null : toSeconds(used.lastUsedAt),
    expiresAt: toSeconds(expiresAt),
    isCurrent: id === current,
  };
}

function answerFor(parts: Parts, key: Key): SessionAnswer {
  const found = parts.keys.sessions.list().find(({ id }) => id === key.sessionId);
  return { session: found === undefined ? null : shown(parts, found, found.id), isOperator: isOperator(key) };
}

/** Opens a session with the rights of a key, in the place of the one that the browser has. */
async function open(parts: Parts, call: Call, key: Key): Promise<Content> {
  const { keys, audit } = parts;
  const { request, headers } = call;
  await end(keys, request);
  const browser = browserNamed(request.headers['user-agent']);
  const { text, session } = await audit(
    call,
    'session.open',
    () => written(keys.sessions.open(key.id, browser)),
    (made) => ({ id: made.session.id, ...browser }),
    key,
  );
  headers['set-cookie'] = sessionCookie(request, text, sessionMs / 1000);
  return json({ session: shown(parts, session, session.id), isOperator: isOperator(key) } satisfies SessionAnswer);
}

/** Ends the session of the browser that sent a request, or all that have the rights of the same key; returns how many. */
async function end(keys: Parts['keys'], request: IncomingMessage, isEverywhere = false): Promise<number> {
  const current = currentOf(keys, request);
  if (current === null) return 0;
  return await written(
    keys.sessions.end(({ id, keyId }) => (isEverywhere ? keyId === current.id : id === current.sessionId)),
  );
}

const currentOf = (keys: Parts['keys'], request: IncomingMessage): Key | null => validKey(keys, sessionIn(request));

async function written<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof KeyFileError ? unavailable(error.message) : error;
  }
}
