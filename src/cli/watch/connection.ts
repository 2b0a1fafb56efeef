import { WebSocket } from 'ws';
import { guarded } from '../../guarded.ts';

/** How a connection ended. */
export type Ended =
  /** The handshake was answered with something else. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'stopped' };

export type ConnectionOptions = {
  readonly address: string;
  readonly key: string;
  /** Sent as soon as the connection stands. */
  readonly request: object;
  /** The connection counts as dead when nothing came for so long. */
  readonly silenceMs: number;
  readonly hear: (text: string) => void;
  readonly signal: AbortSignal;
};

const handshakeMs = 10_000;
const longestMessage = 4 * 2 ** 20;
const longestRefusal = 65_536;

/** Opens one connection and hands on every message until it ends; rejects with what `hear` throws. */
export function listenOnce(options: ConnectionOptions): Promise<Ended> {
  const { address, key, request, silenceMs, hear, signal } = options;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      headers: { 'x-api-key': key },
      handshakeTimeout: handshakeMs,
      maxPayload: longestMessage,
    });
    let silence: NodeJS.Timeout | undefined;
    const settle = (act: () => void): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      act();
      socket.terminate();
    };
    const end = (ended: Ended): void => settle(() => resolve(ended));
    const stop = (): void => end({ kind: 'stopped' });
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(
        guarded(() => end({ kind: 'silent' })),
        silenceMs,
      );
    };

    socket.on('open', () => {
      alive();
      socket.send(JSON.stringify(request));
    });
    socket.on('ping', alive);
    socket.on('message', (data) => {
      // What arrives after the end was decided belongs to nobody
      if (signal.aborted) return;
      alive();
      try {
        hear(String(data));
      } catch (error) {
        settle(() => reject(error));
      }
    });
    socket.on('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (part: Buffer) => {
        if (body.length < longestRefusal) body += String(part);
      });
      const refused = (): void => end({ kind: 'refused', status: response.statusCode ?? 0, message: errorIn(body) });
      response.on('end', refused);
      response.on('error', refused);
    });
    socket.on('error', (error) => end({ kind: 'unreachable', message: reasonOf(error) }));
    socket.on('close', (code, reason) => end({ kind: 'closed', code, reason: String(reason) }));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}

/** The sentence of a REST failure, or the beginning of whatever else it was. */
function errorIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Proxies answer with pages
  }
  return body.trim().slice(0, 200);
}

// Both addresses of a name being refused is an error without a message of its own
const reasonOf = (error: Error): string =>
  error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
