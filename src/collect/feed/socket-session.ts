import type { WebSocket } from 'ws';
import type { Joining } from '../../contract/connector.ts';
import { guarded } from '../../runtime/guarded.ts';
import { errorText } from '../error-text.ts';
import { type Outcome, refusalOf } from '../schedule/outcome.ts';
import type { AnyFeed, ConnectSetup, FeedListener } from './connect.ts';
import { watchIdle } from './idle-watchdog.ts';
import { createMessageBuffer, type MessageBuffer } from './message-buffer.ts';
import { openSocket } from './open-socket.ts';
import { type OpenProtocol, onceClosed, type ProtocolConnection, type ProtocolHandlers } from './protocols/protocol.ts';

export type SessionEnd = {
  readonly outcome: Outcome;
  readonly found: string;
  readonly retryAfter?: string | undefined;
  /** Set when the source's `barred` refused the connection, rather than the marketplace. */
  readonly refusedByUs?: true;
  readonly isSilent?: true;
};

type SessionSetup = {
  readonly setup: ConnectSetup;
  readonly joining: Joining;
  readonly token: string | null;
  readonly handshake: ReturnType<NonNullable<AnyFeed['handshake']>>;
  readonly listener: FeedListener;
  readonly signal: AbortSignal;
  readonly openProtocol: OpenProtocol;
  /** Called when the marketplace has answered the opening request. */
  readonly answered: () => void;
};

/** State shared by the parts of one connection. */
type SessionState = {
  socket: WebSocket | null;
  connection: ProtocolConnection | null;
  joinedAt: number | null;
  /** The first reason to end; later ones are ignored. */
  ending: SessionEnd | null;
  /** Resolves the promise that the session waits for. */
  finish: () => void;
};

const farewellMilliseconds = 2000;

function hangUp(state: SessionState, ending: SessionEnd): void {
  state.ending ??= ending;
  state.finish();
}

/** Calls a function of the connector; an exception ends the connection, not the process. */
function attempt(state: SessionState, doing: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    hangUp(state, { outcome: 'changed', found: `${doing}: ${errorText(error)}` });
  }
}

function send({ connection }: SessionState, messages: readonly unknown[]): void {
  for (const message of messages) connection?.send(message);
}

/** The handlers that connect the protocol with the source and the listener. */
function handlersOf(
  state: SessionState,
  buffer: MessageBuffer,
  { setup, joining, listener }: SessionSetup,
): ProtocolHandlers {
  const { source, clock } = setup;
  const isOver = () => state.ending !== null;
  return onceClosed({
    opened: (isResuming = false) => {
      if (isOver()) return;
      state.joinedAt = clock.now();
      attempt(state, 'cannot join', () => send(state, source.join(joining)));
      if (!isOver()) listener.joined(isResuming);
    },
    resumed: (isWhole) => {
      if (!isOver()) listener.resumed(isWhole);
    },
    message: (message) => {
      if (isOver()) return;
      attempt(state, 'a message cannot be answered', () => {
        const refusal = refusalOf(source, message);
        if (refusal !== null) {
          hangUp(state, { outcome: refusal, found: `said ${JSON.stringify(message).slice(0, 200)}` });
          return;
        }
        buffer.add(message, clock.now());
        send(state, source.reply?.(message, joining) ?? []);
      });
    },
    onMalformed: listener.onMalformed,
    closed: (outcome, found) => hangUp(state, { outcome, found }),
  });
}

/** A function that opens the WebSocket of a connection and reports everything that arrives on it. */
function openFor(
  state: SessionState,
  { setup, handshake, answered, listener }: SessionSetup,
  onBytes: (bytes: number) => void,
) {
  const { source, access, limits, relay, wayOut = null, takesPlain, userAgent } = setup;
  return (query?: Readonly<Record<string, string>>): WebSocket => {
    const socket = openSocket(
      {
        url: source.url,
        handshake,
        relay,
        wayOut,
        takesPlain,
        userAgent,
        maxBytes: limits.messageBytes,
        headSeconds: limits.headSeconds,
        hasCredential: access.env !== null,
        outcomes: source.outcomes,
        // The protocol reports the end too, but less precisely
        failed: (failure) => {
          state.ending ??= failure;
        },
      },
      query,
    );
    socket.on('upgrade', ({ headers }) => {
      const bar = listener.opened((name) => headers[name]?.toString());
      if (bar !== null) hangUp(state, { outcome: 'refused', found: bar, refusedByUs: true });
    });
    socket.on('open', answered);
    socket.on('message', (data) => onBytes(sizeOf(data)));
    // In case the protocol does not report it
    socket.on('close', () => setImmediate(guarded(() => hangUp(state, { outcome: 'retry', found: 'closed' }))));
    state.socket = socket;
    return socket;
  };
}

/** Runs one connection, from opening the socket to its end. */
export async function runSession(
  about: SessionSetup,
): Promise<{ readonly ending: SessionEnd; readonly joinedAt: number | null }> {
  const { setup, listener, signal, openProtocol, token } = about;
  const { source, limits, clock } = setup;
  const state: SessionState = { socket: null, connection: null, joinedAt: null, ending: null, finish: () => {} };
  const over = new Promise<void>((resolve) => {
    state.finish = resolve;
  });
  const watchdog = watchIdle({
    timeout: () => 1000 * (state.joinedAt === null ? limits.headSeconds : source.silenceSeconds),
    shortest: 1000 * Math.min(limits.headSeconds, source.silenceSeconds),
    onIdle: (milliseconds) =>
      hangUp(state, { outcome: 'retry', found: `nothing received for ${milliseconds / 1000} s`, isSilent: true }),
    // While the socket is paused, the silence is ours
    isExcused: () => state.socket?.isPaused === true,
    clock,
  });
  const buffer = createMessageBuffer({
    take: listener.take,
    failed: (error) => hangUp(state, { outcome: 'retry', found: `could not be used: ${errorText(error)}` }),
    pause: () => state.socket?.pause(),
    resume: () => {
      watchdog.noteActivity();
      state.socket?.resume();
    },
  });
  const onBytes = (bytes: number): void => {
    watchdog.noteActivity();
    buffer.addBytes(bytes);
    listener.onActivity();
  };
  const stop = (): void => hangUp(state, { outcome: 'retry', found: 'stopped' });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  else
    attempt(state, 'cannot be opened', () => {
      state.connection = openProtocol(
        { open: openFor(state, about, onBytes), token },
        handlersOf(state, buffer, about),
      );
    });
  await over;
  signal.removeEventListener('abort', stop);
  watchdog.stop();
  await Promise.all([closed(state), buffer.emptied()]);
  return { ending: state.ending ?? { outcome: 'retry', found: 'closed' }, joinedAt: state.joinedAt };
}

/** Resolves when nothing is open any more, so that the next connection can be opened, here or by another node. */
async function closed({ connection, socket }: SessionState): Promise<void> {
  if (socket?.isPaused) socket.resume();
  connection?.close();
  if (socket === null || socket.readyState === socket.CLOSED) return;
  // A marketplace that no longer answers does not complete the closing handshake either
  const impatience = setTimeout(() => socket.terminate(), farewellMilliseconds);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(impatience);
}

function sizeOf(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, piece: Buffer) => sum + piece.length, 0);
  return data instanceof ArrayBuffer || data instanceof Uint8Array ? data.byteLength : String(data).length;
}
