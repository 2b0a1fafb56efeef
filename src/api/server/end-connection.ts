import type { Duplex } from 'node:stream';

// A client that is cut off while still sending can lose the response too
const lingerMs = 2_000;

/** Sends the last bytes of a connection and closes it once the client has ended it too, at the latest after two seconds. */
export function endConnection(socket: Duplex, text: string): void {
  if (!socket.writable) {
    // Otherwise ended by an answer, whose last bytes may still be on their way
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(late));
  socket.end(text);
  // After an upgrade nobody reads it, and behind unread bytes its end would never be noticed
  socket.resume();
}
