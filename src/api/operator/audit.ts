import type { IncomingMessage } from 'node:http';
import { invalid } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { readQuery } from '../query.ts';
import { offeredKey, validKey } from '../require-key.ts';
import { json } from '../server/content.ts';
import type { Call, Router } from '../server/router.ts';
import { toSeconds } from '../wire/time.ts';

/** What operators and keys do that is written to the audit log. */
export type AuditAction =
  | `key.${'create' | 'revoke'}`
  | `session.${'open' | 'end'}`
  | `alert.${'create' | 'delete' | 'pause' | 'resume' | 'rotate'}`
  | `settings.${'change' | 'reload'}`
  | 'credential.change'
  | 'term.change'
  | `copy.${'backup' | 'export'}`;

/** Who does it; what is not known or does not apply is null. */
export type Actor = {
  readonly keyId: string | null;
  readonly keyName: string | null;
  /** Session of a browser that has the rights of the key. */
  readonly sessionId: string | null;
  /** Address of the connection, which may be that of a proxy. */
  readonly address: string | null;
  /** What the proxy, or anybody else, says of the address that the request came from. */
  readonly forwardedFor: string | null;
  /** User of this machine who ran a command. */
  readonly user: string | null;
};

export type AuditRecord = Actor & {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly action: AuditAction;
  /** What it was done to, without secrets. */
  readonly about: Readonly<Record<string, unknown>>;
};

export type AuditLog = {
  /** Never rejects: what cannot be written is reported by the log of the service. */
  readonly write: (record: AuditRecord) => Promise<void>;
  /** Newest first. */
  readonly read: (max: number) => Promise<readonly AuditRecord[]>;
};

/** Does what a request asks for and, if that succeeds, writes who did it. `by` is for requests that come without a key. */
export type Audit = <Result>(
  call: Pick<Call, 'request'>,
  action: AuditAction,
  work: () => Result | Promise<Result>,
  about: (result: Result) => AuditRecord['about'],
  by?: Key,
) => Promise<Result>;

export const nobody: Actor = {
  keyId: null,
  keyName: null,
  sessionId: null,
  address: null,
  forwardedFor: null,
  user: null,
};

const maxForwardedLength = 200;

function actorOf(request: IncomingMessage, key: Key | null): Actor {
  const { 'x-forwarded-for': forwarded } = request.headers;
  return {
    ...nobody,
    keyId: key?.id ?? null,
    keyName: key?.name ?? null,
    sessionId: key?.sessionId ?? null,
    address: request.socket.remoteAddress ?? null,
    forwardedFor: forwarded === undefined ? null : String(forwarded).slice(0, maxForwardedLength),
  };
}

/** What all changes pass through; without a log it only does them. */
export function createAudit(log: AuditLog | null, keys: Pick<Keys, 'check'>, now: () => number): Audit {
  return async ({ request }, action, work, about, by) => {
    // Before the work, which can revoke the key itself
    const actor = actorOf(request, by ?? validKey(keys, offeredKey(request)));
    const result = await work();
    await log?.write({ at: now(), action, ...actor, about: about(result) });
    return result;
  };
}

const maxRead = 10_000;

/** Adds the route that reads the audit log. */
export function addAuditRoute(router: Router, log: AuditLog): void {
  router.add(['GET'], '/operator/audit', async ({ request }) => {
    const [given = '100'] = readQuery(request.url ?? '').values.get('limit') ?? [];
    const limit = Number(given);
    if (!Number.isInteger(limit) || limit < 1 || limit > maxRead)
      throw invalid(`limit is a whole number from 1 to ${maxRead}`);
    return json((await log.read(limit)).map(({ at, ...record }) => ({ at: toSeconds(at), ...record })));
  });
}
