import Type from 'typebox';
import { bulk, type Connector, type Source, type WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createRowReader } from '../decode/row-reader.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import { type Access, createAccess } from './access-token.ts';
import type { Redaction, Secret } from './credential.ts';
import type { HttpClient } from './http-client.ts';
import { createSourceRequest } from './source-request.ts';

// JSON.parse errors quote the text, which can contain the token
function fieldsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

/** A source whose answer is a token without rows. */
const logIn = bulk({
  name: 'log-in',
  yields: [],
  evidence: 'documented',
  permission: 'documented',
  budget: '',
  everySeconds: 0,
  request: () => ({ url: '' }),
  decode: fieldsOf,
  rowsAt: '',
  row: Type.Unknown(),
  parse: () => null,
});

/** The log-in request contains the secret already; `env` only names it when the marketplace refuses. */
const withinRequest = (env: string): Access => ({
  env,
  present: async () => ({ secret: null }),
  drop: () => false,
});

type LoginOptions = {
  readonly connector: Connector;
  readonly secrets: (env: string) => string | null;
  readonly redaction: Redaction;
  readonly send: HttpClient['send'];
  readonly signal: AbortSignal;
  readonly clock: Clock;
};

/** Gives each source of a connector its access; sources with the same credential share one. */
export function accessesOf(options: LoginOptions): (source: Source) => Access {
  const { connector, send, signal, clock } = options;
  const { redact, learn } = options.redaction;
  const accesses = new Map<string | null, Access>();
  const about = { game: connector.games[0] ?? 'CS2', item: null, marketplaceItemId: null };

  function secretOf(source: Source): Secret | null {
    const credential = connector.credentials.find(({ env }) => env === source.credential);
    const value = credential === undefined ? null : options.secrets(credential.env);
    return credential === undefined || value === null || value === '' ? null : { credential, value };
  }

  const loginFor = (env: string) => async (request: WireRequest, limiter: RateLimiter) => {
    const reader = createRowReader(logIn, redact);
    const sendRequest = createSourceRequest({
      source: logIn,
      send,
      limiter,
      access: withinRequest(env),
      reader,
      redact,
      clock,
    });
    return await sendRequest({ request, about, signal, isIndex: true, take: async () => undefined });
  };

  return (source) => {
    const secret = secretOf(source);
    const env = secret?.credential.env ?? null;
    const access = accesses.get(env) ?? createAccess({ secret, login: loginFor(env ?? ''), learn, clock });
    accesses.set(env, access);
    return access;
  };
}
