import { type ClientOptions, WebSocket } from 'ws';

const longestMessage = 4 * 2 ** 20;

/** A WebSocket that takes no message longer than the stream has. */
export class BoundedSocket extends WebSocket {
  constructor(address: string, options: ClientOptions = {}) {
    super(address, { ...options, maxPayload: longestMessage });
  }
}
