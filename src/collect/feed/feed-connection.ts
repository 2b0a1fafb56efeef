import type { Joining } from '../../contract/connector.ts';
import { messageOf } from '../error-text.ts';
import { createRedactor, type Secret } from '../request/credential.ts';
import { retryAfterAt } from '../schedule/back-off.ts';
import { remedyOf } from '../schedule/outcome.ts';
import type { AnyFeed, Connect, ConnectSetup, Ended, Listener } from './connect.ts';
import { type Ending, stay } from './socket-session.ts';

const nothing = async (): Promise<void> => undefined;

export function createConnect(setup: ConnectSetup): Connect {
  const { source, games, access, exchange, meter, redact, now } = setup;
  const { host, pathname } = new URL(source.url);

  function endedOf(
    { outcome, found, retryAfter, isBarred }: Ending,
    token: string | null,
    joinedAt: number | null,
  ): Ended {
    const hideToken = createRedactor([token ?? '']);
    const remedy = remedyOf(outcome, access.env, isBarred);
    const detail = [redact(hideToken(`${host}${pathname}; ${found}`)), remedy].filter(Boolean).join('; ');
    const retryAt = retryAfterAt(retryAfter, now());
    if (outcome === 'limited') return { outcome, detail, retryAt: meter.hold(retryAt), joinedAt };
    if (joinedAt !== null) meter.eased();
    return { outcome, detail, retryAt, joinedAt };
  }

  /** What is known before the socket opens, or how the attempt ended. */
  async function prepare(secret: Secret | null, signal: AbortSignal): Promise<Joining | Ended> {
    const joining = { games, answer: null, secret: secret?.value ?? null };
    if (source.before === undefined) return joining;
    const about = { game: games[0] ?? 'CS2', item: null, marketplaceItemId: null };
    const result = await exchange({ request: source.before, about, signal, isIndex: true, take: nothing });
    if (result.outcome === 'read') return { ...joining, answer: result.payload };
    return { outcome: result.outcome, detail: result.detail ?? '', retryAt: result.retryAt, joinedAt: null };
  }

  async function once(joining: Joining, listener: Listener, signal: AbortSignal): Promise<Ended> {
    let token: string | null = null;
    let handshake: ReturnType<NonNullable<AnyFeed['handshake']>>;
    try {
      token = source.token?.(joining) ?? null;
      handshake = source.handshake?.(joining) ?? {};
    } catch (error) {
      const found = `what to connect with is not in the answer: ${messageOf(error)}`;
      return endedOf({ outcome: 'changed', found }, token, null);
    }
    const ticket = await meter.take(signal);
    if (ticket === null) return endedOf({ outcome: 'retry', found: 'stopped before connecting' }, token, null);
    try {
      const dial = await setup.dial();
      const about = { setup, joining, token, handshake, listener, signal, dial, answered: ticket.done };
      const { ending, joinedAt } = await stay(about);
      return endedOf(ending, token, joinedAt);
    } finally {
      ticket.done();
    }
  }

  async function presenting(listener: Listener, signal: AbortSignal, isAgain: boolean): Promise<Ended> {
    const presented = await access.present(meter);
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
