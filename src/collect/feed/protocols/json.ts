import type { Dialect } from '../../../contract/connector.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { closingOf, type OpenProtocol, onJson } from './protocol.ts';

type Json = Extract<Dialect, { readonly name: 'json' }>;

/** Plain WebSocket: every message is one JSON text. */
export const jsonProtocol =
  ({ ping }: Json, clock: Clock): OpenProtocol =>
  ({ open }, handlers) => {
    const socket = open();
    let cancelPing = () => {};
    const send = (message: unknown): void => socket.send(JSON.stringify(message));
    const pingAgain = (): void => {
      if (ping === undefined) return;
      cancelPing = clock.after(ping.everySeconds * 1000, () => {
        send(ping.message);
        pingAgain();
      });
    };
    socket.on('open', () => {
      pingAgain();
      handlers.opened();
    });
    socket.on('message', onJson(socket, handlers, handlers.message));
    socket.on('close', (code, reason) => {
      cancelPing();
      handlers.closed('retry', closingOf(code, reason));
    });
    return { send, close: () => socket.close() };
  };
