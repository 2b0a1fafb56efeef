import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** The libuv handle of a socket, under an undocumented name of Node. */
type SocketInternals = { _handle?: { useUserBuffer?: unknown } | null };

// As much as Node reads at once
const shared = Buffer.allocUnsafeSlow(65_536);

/**
 * Reads an accepted connection, from which nothing was read yet, into one buffer shared by all connections. This saves each
 * request an allocation of 64 KB and the way through a stream: a quarter of the CPU time of a repeated response. The bytes
 * passed to `take` are overwritten after it returns; if it returns false, reading stops. Node offers this for outgoing
 * sockets (`onread`) but not for accepted ones, so the handle is moved to a new socket; null if Node does not allow that.
 */
export function intoOneBuffer(accepted: Socket, take: (bytes: Buffer) => boolean): Socket | null {
  const handle = (accepted as SocketInternals)._handle;
  if (typeof handle?.useUserBuffer !== 'function') return null;
  (accepted as SocketInternals)._handle = null;
  const onread = { buffer: shared, callback: (length: number) => take(shared.subarray(0, length)) };
  const options: SocketConstructorOpts & { readonly handle: unknown; readonly onread: OnReadOpts } = {
    handle,
    allowHalfOpen: accepted.allowHalfOpen,
    onread,
  };
  const socket = new Socket(options);
  // It no longer has a handle; frees its memory
  accepted.destroy();
  return socket;
}
