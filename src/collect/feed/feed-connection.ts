import type { Feed, Joining } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { messageOf } from '../error-text.ts';
import type { Access } from '../request/access-token.ts';
import { createRedactor, type Secret } from '../request/credential.ts';
import type { Limits } from '../request/response-body.ts';
import type { Exchange } from '../request/source-request.ts';
import { retryAfterAt } from '../schedule/back-off.ts';
import { type Outcome, remedyOf } from '../schedule/outcome.ts';
import type { Meter } from '../schedule/rate-limiter.ts';
import type { Timers } from '../schedule/timers.ts';
import type { Received } from './message-buffer.ts';
import type { Dial } from './protocols/protocol.ts';
import { type Ending, stay } from './socket-session.ts';

// biome-ignore lint/suspicious/noExplicitAny: a feed of any row type, as in the contract
export type AnyFeed = Feed<any>;

/** How one connection ended. */
export type Ended = {
  readonly outcome: Outcome;
  /** What was found and what to do, without secrets. */
  readonly detail: string;
  /** The marketplace does not want to be asked before. */
  readonly retryAt: number | null;
  /** Epoch milliseconds, null when nothing was joined. */
  readonly joinedAt: number | null;
};

export type Listener = {
  /** The socket was opened with these headers; why it must not be used, or null. */
  readonly opened: (header: (name: string) => string | undefined) => string | null;
  readonly joined: () => void;
  /** Something came, if only a heartbeat. */
  readonly heard: () => void;
  readonly take: (batch: readonly Received[]) => Promise<void>;
  readonly garbled: (reason: string, text: string) => void;
};

/** Opens a connection, joins, and stays until it ends or the signal aborts. */
export type Connect = (listener: Listener, signal: AbortSignal) => Promise<Ended>;

export type ConnectSetup = {
  readonly source: AnyFeed;
  readonly games: readonly Game[];
  readonly access: Access;
  readonly dial: () => Promise<Dial>;
  readonly exchange: Exchange;
  readonly meter: Meter;
  readonly relay: string | null;
  readonly takesPlain: boolean;
  readonly userAgent: string;
  readonly limits: Limits;
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly timers: Timers;
};

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
