import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** The requests of each connection whose answers have not been sent, oldest first. */
const unanswered = new WeakMap<Duplex, Set<Exchange>>();
const newest = new WeakMap<Duplex, Exchange>();

/** Notes a request, whose answer what is written to the bare connection must wait for. */
export function noteExchange(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const exchange = { request, response };
  const exchanges = unanswered.get(socket) ?? new Set();
  unanswered.set(socket, exchanges.add(exchange));
  newest.set(socket, exchange);
  response.once('close', () => exchanges.delete(exchange));
}

/** How many requests of a connection have not been answered yet. */
export const unansweredOn = (socket: Duplex): number => unanswered.get(socket)?.size ?? 0;

/** The answer to the newest request of a connection if that request has not arrived whole. */
export function unfinishedOn(socket: Duplex): ServerResponse | null {
  const exchange = newest.get(socket);
  return exchange === undefined || exchange.request.complete ? null : exchange.response;
}

/**
 * Calls `act`, which writes to the bare connection, once all requests of the connection are answered, except the one
 * whose answer `act` replaces. It is not called when the connection closes before.
 */
export function inTurn(socket: Duplex, replaced: ServerResponse | null, act: () => void): void {
  const before = [...(unanswered.get(socket) ?? [])]
    .map(({ response }) => response)
    .filter((response) => response !== replaced);
  const last = before.at(-1);
  if (last === undefined) {
    act();
    return;
  }
  // After an upgrade, Node does so no more
  const drained = (): void => {
    for (const response of before) if (response.writableNeedDrain) response.emit('drain');
  };
  socket.on('drain', drained);
  // Node sends answers in the order of their requests
  last.once('close', () => {
    socket.off('drain', drained);
    // Ended if the last answer was to end the connection
    if (socket.writable) act();
  });
}
