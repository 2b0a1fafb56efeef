import { WebSocket } from 'ws';
import type { OutcomeOverride, WireRequest } from '../../contract/connector.ts';
import { addressOf } from '../request/credential.ts';
import type { WayOut } from '../request/way-out.ts';
import { outcomeOfStatus } from '../schedule/outcome.ts';

/** Why a WebSocket did not open, or broke. */
export type SocketFailure = {
  readonly outcome: OutcomeOverride;
  readonly found: string;
  readonly retryAfter: string | undefined;
};

export type SocketSetup = {
  readonly url: string;
  readonly handshake: Pick<WireRequest, 'query' | 'headers'>;
  /** URL of a stage; null for none. */
  readonly relay: string | null;
  /** Whether plain ws is allowed, as in the operator's own network. Default: wss only. */
  readonly takesPlain?: boolean;
  /** The proxy or local address for the connection; null to connect directly. */
  readonly wayOut?: WayOut | null;
  readonly userAgent: string;
  readonly maxBytes: number;
  readonly headSeconds: number;
  /** Whether a refused handshake can mean that the credential is refused. */
  readonly hasCredential: boolean;
  readonly outcomes: Readonly<Record<number, OutcomeOverride>> | undefined;
  readonly failed: (failure: SocketFailure) => void;
};

/** The URL to connect to; on a stage, wss://HOST/PATH is `<relay>/HOST/PATH`. */
function socketAddress(url: string, relay: string | null, takesPlain = false): URL {
  const target = new URL(url);
  if (target.protocol !== 'wss:' && !takesPlain)
    throw new Error(`a connector connects to ${target.protocol}//${target.host}; use wss`);
  if (relay === null) return target;
  const stage = relay.replace(/\/$/, '').replace(/^http/, 'ws');
  return new URL(`${stage}/${target.host}${target.pathname}${target.search}`);
}

/** Opens a WebSocket; `query` precedes the query of the handshake. */
export function openSocket(setup: SocketSetup, query: Readonly<Record<string, string>> = {}): WebSocket {
  const { url, handshake, relay, takesPlain, wayOut, userAgent, maxBytes, headSeconds, failed } = setup;
  const address = addressOf({ url, query: { ...query, ...handshake.query } });
  const target = socketAddress(address, relay, takesPlain);
  const agent = target.protocol === 'wss:' ? (wayOut?.agentFor(target.hostname, false) ?? null) : null;
  const socket = new WebSocket(target, {
    ...(agent !== null && { agent }),
    headers: { 'user-agent': userAgent, ...handshake.headers },
    maxPayload: maxBytes,
    handshakeTimeout: headSeconds * 1000,
  });
  socket.on('unexpected-response', (_, { statusCode: status = 0, headers }) => {
    const isHtml = /text\/html/i.test(headers['content-type'] ?? '');
    const { hasCredential, outcomes: overrides } = setup;
    const outcome = outcomeOfStatus({ status, isHtml, hasCredential, overrides });
    const isSwitch = outcome === null || outcome === 'read' || outcome === 'unchanged' || outcome === 'shrunk';
    failed({
      // A status that is good for a request is not for a WebSocket
      outcome: isSwitch || outcome === 'changed' ? 'blocked' : outcome === 'retired' ? 'gone' : outcome,
      found: `answered ${status} instead of opening a WebSocket`,
      retryAfter: headers['retry-after'],
    });
    socket.terminate();
  });
  // Without a listener an error would end the process; 'close' follows it
  socket.on('error', (error: NodeJS.ErrnoException) =>
    failed({ outcome: 'retry', found: found(error, maxBytes), retryAfter: undefined }),
  );
  return socket;
}

function found({ code, message }: NodeJS.ErrnoException, maxBytes: number): string {
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return `sent a message of more than ${maxBytes} bytes`;
  return code?.startsWith('WS_ERR_') ? `broke the WebSocket protocol: ${message}` : `no connection: ${code ?? message}`;
}
