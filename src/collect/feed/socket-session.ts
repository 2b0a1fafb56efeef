import type { WebSocket } from 'ws';
import type { Joining } from '../../contract/connector.ts';
import { guarded } from '../../guarded.ts';
import { messageOf } from '../error-text.ts';
import type { Outcome } from '../schedule/outcome.ts';
import type { AnyFeed, ConnectSetup, Listener } from './connect.ts';
import { watchSilence } from './idle-watchdog.ts';
import { createInbox, type Inbox } from './message-buffer.ts';
import { openSocket } from './open-socket.ts';
import { type Dial, type Ear, type Line, onceClosed } from './protocols/protocol.ts';

export type Ending = {
  readonly outcome: Outcome;
  readonly found: string;
  readonly retryAfter?: string | undefined;
  /** Refused by us, not by the marketplace. */
  readonly isBarred?: true;
};

type About = {
  readonly setup: ConnectSetup;
  readonly joining: Joining;
  readonly token: string | null;
  readonly handshake: ReturnType<NonNullable<AnyFeed['handshake']>>;
  readonly listener: Listener;
  readonly signal: AbortSignal;
  readonly dial: Dial;
  /** The marketplace has answered the opening request. */
  readonly answered: () => void;
};

/** What the parts of one connection share. */
type State = {
  socket: WebSocket | null;
  line: Line | null;
  joinedAt: number | null;
  /** The first reason to end, which holds. */
  ending: Ending | null;
  /** Tells that it is over. */
  finish: () => void;
};

const farewellMilliseconds = 2000;

function hangUp(state: State, ending: Ending): void {
  state.ending ??= ending;
  state.finish();
}

/** A declaration that cannot cope with what it is given must not end the process. */
function attempt(state: State, doing: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    hangUp(state, { outcome: 'changed', found: `${doing}: ${messageOf(error)}` });
  }
}

function send({ line }: State, messages: readonly unknown[]): void {
  for (const message of messages) line?.send(message);
}

/** What is done with what the dialect tells. */
function earOf(state: State, inbox: Inbox, { setup, joining, listener }: About): Ear {
  const { source, now } = setup;
  const isOver = () => state.ending !== null;
  return onceClosed({
    opened: () => {
      if (isOver()) return;
      state.joinedAt = now();
      attempt(state, 'cannot join', () => send(state, source.join(joining)));
      if (!isOver()) listener.joined();
    },
    message: (message) => {
      if (isOver()) return;
      attempt(state, 'a message cannot be answered', () => {
        const refusal = source.refusal?.(message) ?? null;
        if (refusal !== null) {
          hangUp(state, { outcome: refusal, found: `said ${JSON.stringify(message).slice(0, 200)}` });
          return;
        }
        inbox.add(message, now());
        send(state, source.reply?.(message, joining) ?? []);
      });
    },
    garbled: listener.garbled,
    closed: (outcome, found) => hangUp(state, { outcome, found }),
  });
}

/** Opens the WebSocket of a connection, and has everything that comes on it noticed. */
function openFor(state: State, { setup, handshake, answered, listener }: About, heard: (bytes: number) => void) {
  const { source, access, limits, relay, takesPlain, userAgent } = setup;
  return (query?: Readonly<Record<string, string>>): WebSocket => {
    const socket = openSocket(
      {
        url: source.url,
        handshake,
        relay,
        takesPlain,
        userAgent,
        maxBytes: limits.messageBytes,
        headSeconds: limits.headSeconds,
        hasCredential: access.env !== null,
        outcomes: source.outcomes,
        // The dialect tells of the end, but not so precisely
        failed: (failure) => {
          state.ending ??= failure;
        },
      },
      query,
    );
    socket.on('upgrade', ({ headers }) => {
      const bar = listener.opened((name) => headers[name]?.toString());
      if (bar !== null) hangUp(state, { outcome: 'refused', found: bar, isBarred: true });
    });
    socket.on('open', answered);
    socket.on('message', (data) => heard(sizeOf(data)));
    // Should the dialect have nothing to say of it
    socket.on('close', () => setImmediate(guarded(() => hangUp(state, { outcome: 'retry', found: 'closed' }))));
    state.socket = socket;
    return socket;
  };
}

/** From the opening of the socket to its end. */
export async function stay(about: About): Promise<{ readonly ending: Ending; readonly joinedAt: number | null }> {
  const { setup, listener, signal, dial, token } = about;
  const { source, limits, now, timers } = setup;
  const state: State = { socket: null, line: null, joinedAt: null, ending: null, finish: () => {} };
  const over = new Promise<void>((resolve) => {
    state.finish = resolve;
  });
  const silence = watchSilence({
    patience: () => 1000 * (state.joinedAt === null ? limits.headSeconds : source.silenceSeconds),
    silent: (milliseconds) => hangUp(state, { outcome: 'retry', found: `nothing came for ${milliseconds / 1000} s` }),
    // While we have it wait, it is not the marketplace that is silent
    isExcused: () => state.socket?.isPaused === true,
    now,
    timers,
  });
  const inbox = createInbox({
    take: listener.take,
    failed: (error) => hangUp(state, { outcome: 'retry', found: `could not be used: ${messageOf(error)}` }),
    pause: () => state.socket?.pause(),
    resume: () => {
      silence.heard();
      state.socket?.resume();
    },
  });
  const heard = (bytes: number): void => {
    silence.heard();
    inbox.weigh(bytes);
    listener.heard();
  };
  const stop = (): void => hangUp(state, { outcome: 'retry', found: 'stopped' });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  else
    attempt(state, 'cannot be opened', () => {
      state.line = dial({ open: openFor(state, about, heard), token }, earOf(state, inbox, about));
    });
  await over;
  signal.removeEventListener('abort', stop);
  silence.stop();
  close(state);
  await inbox.emptied();
  return { ending: state.ending ?? { outcome: 'retry', found: 'closed' }, joinedAt: state.joinedAt };
}

function close({ line, socket }: State): void {
  if (socket?.isPaused) socket.resume();
  line?.close();
  if (socket === null || socket.readyState === socket.CLOSED) return;
  // A marketplace that no longer answers does not answer a farewell either
  const impatience = setTimeout(() => socket.terminate(), farewellMilliseconds);
  impatience.unref();
  socket.once('close', () => clearTimeout(impatience));
}

function sizeOf(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, piece: Buffer) => sum + piece.length, 0);
  return data instanceof ArrayBuffer || data instanceof Uint8Array ? data.byteLength : String(data).length;
}
