import type { Joining } from '../../contract/connector.ts';
import { errorText, shortened } from '../error-text.ts';
import { createRedactor, headerFaultOf, type Secret } from '../request/credential.ts';
import { retryAfterAt } from '../schedule/back-off.ts';
import { remedyOf } from '../schedule/outcome.ts';
import type { AnyFeed, Connect, ConnectionEnd, ConnectSetup, FeedListener } from './connect.ts';
import { runSession, type SessionEnd } from './socket-session.ts';

const nothing = async (): Promise<void> => undefined;

class FeedConnection {
  readonly #setup;
  readonly #source;
  readonly #games;
  readonly #access;
  readonly #sendRequest;
  readonly #limiter;
  readonly #redact;
  readonly #clock;
  readonly #host;
  readonly #pathname;

  constructor(setup: ConnectSetup) {
    const { source, games, access, sendRequest, limiter, redact, clock } = setup;
    this.#setup = setup;
    this.#source = source;
    this.#games = games;
    this.#access = access;
    this.#sendRequest = sendRequest;
    this.#limiter = limiter;
    this.#redact = redact;
    this.#clock = clock;
    const { host, pathname } = new URL(source.url);
    this.#host = host;
    this.#pathname = pathname;
  }

  readonly open: Connect = async (listener, signal) => await this.#presenting(listener, signal, false);

  #connectionEndOf(
    { outcome, found, retryAfter, refusedByUs, isSilent }: SessionEnd,
    token: string | null,
    joinedAt: number | null,
  ): ConnectionEnd {
    const hideToken = createRedactor([token ?? '']);
    const remedy = remedyOf(outcome, this.#access.env, refusedByUs);
    const detail = [shortened(this.#redact(hideToken(`${this.#host}${this.#pathname}; ${found}`))), remedy]
      .filter(Boolean)
      .join('; ');
    const retryAt = retryAfterAt(retryAfter, this.#clock.now());
    if (outcome === 'limited') return { outcome, detail, retryAt: this.#limiter.hold(retryAt), joinedAt };
    if (joinedAt !== null) this.#limiter.eased();
    return { outcome, detail, retryAt, joinedAt, ...(isSilent && { isSilent }) };
  }

  /** Sends the request of `before`, if any; what is known before the socket opens, or how the attempt ended. */
  async #prepare(secret: Secret | null, signal: AbortSignal): Promise<Joining | ConnectionEnd> {
    const joining = { games: this.#games, answer: null, secret: secret?.value ?? null };
    if (this.#source.before === undefined) return joining;
    const about = { game: this.#games[0] ?? 'CS2', item: null, marketplaceItemId: null };
    const result = await this.#sendRequest({
      request: this.#source.before,
      about,
      signal,
      isIndex: true,
      take: nothing,
    });
    if (result.outcome === 'read') return { ...joining, answer: result.payload };
    return { outcome: result.outcome, detail: result.detail ?? '', retryAt: result.retryAt, joinedAt: null };
  }

  async #once(joining: Joining, listener: FeedListener, signal: AbortSignal): Promise<ConnectionEnd> {
    let token: string | null = null;
    let handshake: ReturnType<NonNullable<AnyFeed['handshake']>>;
    try {
      token = this.#source.token?.(joining) ?? null;
      const own = this.#source.handshake?.(joining) ?? {};
      handshake = { ...own, headers: { ...own.headers, ...this.#setup.demandedHeaders } };
    } catch (error) {
      const found = `the answer lacks what the connection needs: ${errorText(error)}`;
      return this.#connectionEndOf({ outcome: 'changed', found }, token, null);
    }
    const fault = headerFaultOf(handshake.headers, joining.secret ?? '');
    if (fault !== null) return this.#connectionEndOf({ outcome: 'refused', found: fault }, token, null);
    const permit = await this.#limiter.take(signal);
    if (permit === null)
      return this.#connectionEndOf({ outcome: 'retry', found: 'stopped before connecting' }, token, null);
    try {
      const openProtocol = await this.#setup.openProtocol();
      if (!this.#setup.mayAsk()) throw new Error('another node listens to this marketplace now');
      const about = {
        setup: this.#setup,
        joining,
        token,
        handshake,
        listener,
        signal,
        openProtocol,
        answered: permit.done,
      };
      const { ending, joinedAt } = await runSession(about);
      return this.#connectionEndOf(ending, token, joinedAt);
    } finally {
      permit.done();
    }
  }

  async #presenting(listener: FeedListener, signal: AbortSignal, isAgain: boolean): Promise<ConnectionEnd> {
    const presented = await this.#access.present(this.#limiter);
    if ('failed' in presented) {
      const { outcome, detail, retryAt } = presented.failed;
      return { outcome, detail: detail ?? '', retryAt, joinedAt: null };
    }
    const joining = await this.#prepare(presented.secret, signal);
    if ('outcome' in joining) return joining;
    const ended = await this.#once(joining, listener, signal);
    const isStale = ended.outcome === 'refused' && this.#access.drop(presented.secret);
    return isStale && !isAgain && !signal.aborted ? await this.#presenting(listener, signal, true) : ended;
  }
}

export const createConnect = (setup: ConnectSetup): Connect => new FeedConnection(setup).open;
