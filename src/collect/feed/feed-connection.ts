import type { Joining } from '../../contract/connector.ts';
import { errorText } from '../error-text.ts';
import { createRedactor, type Secret } from '../request/credential.ts';
import { retryAfterAt } from '../schedule/back-off.ts';
import { remedyOf } from '../schedule/outcome.ts';
import type { AnyFeed, Connect, ConnectionEnd, ConnectSetup, FeedListener } from './connect.ts';
import { runSession, type SessionEnd } from './socket-session.ts';

const nothing = async (): Promise<void> => undefined;

export function createConnect(setup: ConnectSetup): Connect {
  const { source, games, access, sendRequest, limiter, redact, now } = setup;
  const { host, pathname } = new URL(source.url);

  function connectionEndOf(
    { outcome, found, retryAfter, refusedByUs }: SessionEnd,
    token: string | null,
    joinedAt: number | null,
  ): ConnectionEnd {
    const hideToken = createRedactor([token ?? '']);
    const remedy = remedyOf(outcome, access.env, refusedByUs);
    const detail = [redact(hideToken(`${host}${pathname}; ${found}`)), remedy].filter(Boolean).join('; ');
    const retryAt = retryAfterAt(retryAfter, now());
    if (outcome === 'limited') return { outcome, detail, retryAt: limiter.hold(retryAt), joinedAt };
    if (joinedAt !== null) limiter.eased();
    return { outcome, detail, retryAt, joinedAt };
  }

  /** What is known before the socket opens, or how the attempt ended. */
  async function prepare(secret: Secret | null, signal: AbortSignal): Promise<Joining | ConnectionEnd> {
    const joining = { games, answer: null, secret: secret?.value ?? null };
    if (source.before === undefined) return joining;
    const about = { game: games[0] ?? 'CS2', item: null, marketplaceItemId: null };
    const result = await sendRequest({ request: source.before, about, signal, isIndex: true, take: nothing });
    if (result.outcome === 'read') return { ...joining, answer: result.payload };
    return { outcome: result.outcome, detail: result.detail ?? '', retryAt: result.retryAt, joinedAt: null };
  }

  async function once(joining: Joining, listener: FeedListener, signal: AbortSignal): Promise<ConnectionEnd> {
    let token: string | null = null;
    let handshake: ReturnType<NonNullable<AnyFeed['handshake']>>;
    try {
      token = source.token?.(joining) ?? null;
      handshake = source.handshake?.(joining) ?? {};
    } catch (error) {
      const found = `what to connect with is not in the answer: ${errorText(error)}`;
      return connectionEndOf({ outcome: 'changed', found }, token, null);
    }
    const permit = await limiter.take(signal);
    if (permit === null) return connectionEndOf({ outcome: 'retry', found: 'stopped before connecting' }, token, null);
    try {
      const openProtocol = await setup.openProtocol();
      const about = { setup, joining, token, handshake, listener, signal, openProtocol, answered: permit.done };
      const { ending, joinedAt } = await runSession(about);
      return connectionEndOf(ending, token, joinedAt);
    } finally {
      permit.done();
    }
  }

  async function presenting(listener: FeedListener, signal: AbortSignal, isAgain: boolean): Promise<ConnectionEnd> {
    const presented = await access.present(limiter);
    if ('failed' in presented) {
      const { outcome, detail, retryAt } = presented.failed;
      return { outcome, detail: detail ?? '', retryAt, joinedAt: null };
    }
    const joining = await prepare(presented.secret, signal);
    if ('outcome' in joining) return joining;
    const ended = await once(joining, listener, signal);
    const isStale = ended.outcome === 'refused' && access.drop(presented.secret);
    return isStale && !isAgain && !signal.aborted ? await presenting(listener, signal, true) : ended;
  }

  return async (listener, signal) => await presenting(listener, signal, false);
}
