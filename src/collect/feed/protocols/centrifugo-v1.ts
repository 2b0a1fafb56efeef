import type { Clock } from '../../../runtime/clock.ts';
import { closingOf, isHeartbeat, messageText, type OpenProtocol, type ProtocolHandlers } from './protocol.ts';

/** Numbers of commands and pushes in the old protocol. */
const method = { subscribe: 1, ping: 7 } as const;
const publication = 0;

const pingSeconds = 25;
// Unauthorized, permission denied, token expired
const codesOfRefusal = [101, 103, 109];

type MessageFields = Readonly<Record<string, unknown>>;
type CentrifugoReply = { readonly id?: number; readonly result?: MessageFields; readonly error?: MessageFields };

const isMessageFields = (value: unknown): value is MessageFields => typeof value === 'object' && value !== null;

function replyOf(line: string): CentrifugoReply | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMessageFields(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The message in a push; null for another kind of push, such as presence. */
function pushed({ type = publication, channel, data }: MessageFields): unknown {
  if (type !== publication || typeof channel !== 'string' || !isMessageFields(data)) return null;
  return { channel, data: data['data'] };
}

function endingOf({ code, message }: MessageFields): Parameters<ProtocolHandlers['closed']> {
  const found = `answered with error ${code}, ${message}`;
  return [codesOfRefusal.includes(Number(code)) ? 'refused' : 'retry', found];
}

/** The protocol before Centrifugo 4, which no client library supports any more. One JSON text per line; the client pings. */
export const centrifugoV1Protocol =
  (clock: Clock): OpenProtocol =>
  ({ open, token }, handlers) => {
    const socket = open();
    const connectId = 1;
    let lastId = connectId;
    let cancelPing = () => {};

    const command = (fields: MessageFields): void => {
      lastId += 1;
      socket.send(JSON.stringify({ id: lastId, ...fields }));
    };
    const pingAgain = (): void => {
      cancelPing = clock.after(pingSeconds * 1000, () => {
        command({ method: method.ping });
        pingAgain();
      });
    };
    const end = (...why: Parameters<ProtocolHandlers['closed']>): void => {
      cancelPing();
      socket.close();
      handlers.closed(...why);
    };
    const take = ({ id = 0, result, error }: CentrifugoReply): void => {
      if (isMessageFields(error)) {
        end(...endingOf(error));
      } else if (id === connectId) {
        pingAgain();
        handlers.opened();
      } else if (id === 0 && isMessageFields(result)) {
        const message = pushed(result);
        if (message !== null) handlers.message(message);
      }
    };

    socket.on('open', () => {
      socket.send(JSON.stringify({ id: connectId, params: token === null ? {} : { token } }));
    });
    socket.on('message', (data) => {
      for (const line of messageText(data).split('\n')) {
        const reply = isHeartbeat(line) ? {} : replyOf(line);
        if (reply === null) handlers.onMalformed('is not a reply of Centrifugo', line);
        else take(reply);
      }
    });
    socket.on('close', (code, reason) => end('retry', closingOf(code, reason)));
    return {
      send: (channel) => command({ method: method.subscribe, params: { channel } }),
      close: () => end('retry', 'closed by us'),
    };
  };
