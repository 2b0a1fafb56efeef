import { NodeWebSocket } from 'engine.io-client';
import { Manager } from 'socket.io-client';
import * as jsonParser from 'socket.io-parser';
import type { Dialect } from '../../../contract/connector.ts';
import { errorText } from '../../error-text.ts';
import * as msgpackParser from './msgpack.ts';
import type { OpenProtocol, ProtocolHandlers } from './protocol.ts';

type SocketIo = Extract<Dialect, { readonly name: 'socket-io' }>;

const textOf = (data: unknown): string =>
  data instanceof Uint8Array ? Buffer.from(data).toString('base64') : String(data);

/** A parser that reports what it cannot read instead of ending the connection. */
function parserOf(name: SocketIo['parser'], onMalformed: ProtocolHandlers['onMalformed']) {
  const parser = name === 'msgpack' ? msgpackParser : jsonParser;
  const LenientDecoder = class extends (parser.Decoder as typeof jsonParser.Decoder) {
    override add(data: unknown): void {
      try {
        super.add(data);
      } catch (error) {
        onMalformed(errorText(error), textOf(data));
      }
    }
  };
  return { Encoder: parser.Encoder, Decoder: LenientDecoder };
}

/** Socket.IO over Engine.IO 4, WebSocket transport only. The library does not reconnect; the feed runner does. */
export const socketIoProtocol =
  ({ parser, namespace = '/', events }: SocketIo): OpenProtocol =>
  ({ open }, handlers) => {
    class Transport extends NodeWebSocket {
      override createSocket() {
        return open({ EIO: '4', transport: 'websocket' });
      }

      // The library throws at some packets that Engine.IO does not allow, such as a greeting without content
      override onData(data: unknown): void {
        try {
          super.onData(data);
        } catch (error) {
          handlers.onMalformed(errorText(error), textOf(data));
        }
      }
    }
    const manager = new Manager('ws://marketplace.invalid', {
      transports: [Transport],
      autoConnect: false,
      reconnection: false,
      parser: parserOf(parser, handlers.onMalformed),
    });
    const socket = manager.socket(namespace);
    let isOver = false;
    const end = (...why: Parameters<ProtocolHandlers['closed']>): void => {
      if (isOver) return;
      // Disconnecting makes the library report the end again
      isOver = true;
      socket.disconnect();
      manager.engine?.close();
      handlers.closed(...why);
    };
    socket.on('connect', handlers.opened);
    socket.onAny((event: unknown, ...args: unknown[]) => {
      if (typeof event === 'string' && events.includes(event)) handlers.message([event, ...args]);
    });
    manager.on('error', (error) => end('retry', errorText(error)));
    // Also emitted for a lost connection, but only after the manager's own event
    socket.on('connect_error', (error) => end('blocked', `refused the namespace ${namespace}: ${errorText(error)}`));
    socket.on('disconnect', (reason) => end('retry', `closed, ${reason}`));
    manager.on('close', (reason) => end('retry', `closed, ${reason}`));
    socket.connect();
    return {
      send: (message) => {
        const [event, ...args] = message as [string, ...unknown[]];
        socket.emit(event, ...args);
      },
      close: () => end('retry', 'closed by us'),
    };
  };
