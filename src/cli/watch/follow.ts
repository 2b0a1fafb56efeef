import { ConnectionError, type Delays, type StreamMessage, type SubscribeOptions, type Tape, TapeError } from '#client';

export type FollowOptions = {
  readonly tape: Pick<Tape, 'messages'>;
  /** Address of the stream, for notes. */
  readonly address: string;
  readonly subscription: SubscribeOptions;
  readonly print: (message: StreamMessage) => void;
  /** Receives notes about the connection for a person. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  readonly reconnectDelays?: Delays;
};

const defaultDelays: Delays = { firstMs: 500, maxMs: 15_000 };

// Three heartbeats
const silenceSeconds = 45;

/** Follows the stream, reconnecting as needed. Resolves to null when `signal` aborts, else to why it cannot go on. */
export async function follow(options: FollowOptions): Promise<string | null> {
  const { tape, address, subscription, print, note, signal, reconnectDelays = defaultDelays } = options;
  const stopped = new AbortController();
  let hasReceived = false;
  let lastNote = '';
  let end: string | null = null;

  const onConnection = (_: unknown, why?: TapeError): void => {
    if (why === undefined) {
      hasReceived = true;
      lastNote = '';
      return;
    }
    const text = describe(why, address);
    if (isFinal(why, hasReceived)) {
      end = `${text}${hintFor(why)}`;
      stopped.abort();
      return;
    }
    if (text !== lastNote) note(`${text}; reconnecting until it works`);
    lastNote = text;
  };

  try {
    const messages = tape.messages(subscription, {
      signal: AbortSignal.any([signal, stopped.signal]),
      onConnection,
      onReconnect: ({ summary }) => note(summary),
      gaps: 'continue',
      holdSnapshot: false,
      silenceSeconds,
      reconnectDelays,
    });
    for await (const message of messages) {
      if (message.type === 'error') note(message.message);
      print(message);
    }
    return null;
  } catch (error) {
    if (signal.aborted) return null;
    if (end !== null) return end;
    const isRefusal = error instanceof TapeError && (error.code ?? error.status) !== null;
    if (isRefusal || error instanceof ConnectionError) return describe(error, address);
    throw error;
  }
}

const hintFor = (why: TapeError): string =>
  why instanceof ConnectionError && why.failure === 'unreachable'
    ? '; is the service running there? `itemtape serve` starts one, --url names another address'
    : '';

/** Whether to give up instead of reconnecting. */
function isFinal(why: TapeError, hasReceived: boolean): boolean {
  // A network that wants a login again does not last
  if (why.status !== null) return why.status < 500 && why.status !== 429 && !(hasReceived && why.status < 400);
  if (!(why instanceof ConnectionError) || hasReceived) return false;
  // After a break the service may still count the broken connection for a while
  return why.failure === 'unreachable' || why.closeCode === 1008;
}

function describe(why: TapeError, address: string): string {
  const { status, code, cause, message } = why;
  if (why instanceof ConnectionError) return describeConnection(why, address);
  if (status !== null) {
    const reason = code !== null || (status >= 300 && status < 400) ? message : cause;
    return `${address} answered with status ${status}${typeof reason === 'string' ? `: ${reason}` : ''}`;
  }
  return cause instanceof ConnectionError ? describeConnection(cause, address) : `the service refused: ${message}`;
}

function describeConnection({ failure, message, cause }: ConnectionError, address: string): string {
  switch (failure) {
    case 'unreachable':
      return `${address} cannot be reached: ${reasonOf(cause)}`;
    case 'broken':
      return 'the connection broke';
    case 'silent':
      return `nothing was received for ${silenceSeconds} s`;
    default:
      return message;
  }
}

/** The text of an error; the AggregateError for all addresses of a host being refused has no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection could not be made';
  return error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
}
