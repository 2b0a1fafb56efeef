import type { IncomingMessage } from 'node:http';

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const localAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
// A proxy on this machine speaks for somebody elsewhere
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a request was made on this machine, under a name of this machine: a foreign name that leads here proves nothing. */
export function isLoopback({ socket, headers }: IncomingMessage): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return (
    localAddresses.has(socket.remoteAddress ?? '') &&
    localNames.has(name) &&
    proxyHeaders.every((header) => headers[header] === undefined)
  );
}
