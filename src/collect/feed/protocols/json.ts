import type { Dialect } from '../../../contract/connector.ts';
import type { Timers } from '../../schedule/timers.ts';
import { closingOf, type OpenProtocol, onJson } from './protocol.ts';

type Json = Extract<Dialect, { readonly name: 'json' }>;

/** Every message is one JSON text. */
export const jsonProtocol =
  ({ ping }: Json, timers: Timers): OpenProtocol =>
  ({ open }, handlers) => {
    const socket = open();
    let cancelPing = () => {};
    const send = (message: unknown): void => socket.send(JSON.stringify(message));
    const pingAgain = (): void => {
      if (ping === undefined) return;
      cancelPing = timers.after(ping.everySeconds * 1000, () => {
        send(ping.message);
        pingAgain();
      });
    };
    socket.on('open', () => {
      pingAgain();
      handlers.opened();
    });
    socket.on('message', onJson(handlers, handlers.message));
    socket.on('close', (code, reason) => {
      cancelPing();
      handlers.closed('retry', closingOf(code, reason));
    });
    return { send, close: () => socket.close() };
  };
