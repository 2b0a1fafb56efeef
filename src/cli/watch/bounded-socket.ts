import { type ClientOptions, WebSocket } from 'ws';

const maxMessageLength = 4 * 2 ** 20;

/** A WebSocket that refuses messages longer than any the stream sends. */
export class BoundedSocket extends WebSocket {
  constructor(address: string, options: ClientOptions = {}) {
    super(address, { ...options, maxPayload: maxMessageLength });
  }
}
