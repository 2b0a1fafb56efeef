import type { Timers } from '../../schedule/timers.ts';
import { closingOf, type Dial, type Ear, messageText } from './protocol.ts';

/** Numbers of the commands and of what is pushed, as the old protocol has them. */
const method = { subscribe: 1, ping: 7 } as const;
const publication = 0;

const pingSeconds = 25;
const codesOfRefusal = [101, 103];

type Fields = Readonly<Record<string, unknown>>;
type Reply = { readonly id?: number; readonly result?: Fields; readonly error?: Fields };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function replyOf(line: string): Reply | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The message that a push holds, null for one about something else, such as who is present. */
function pushed({ type = publication, channel, data }: Fields): unknown {
  if (type !== publication || typeof channel !== 'string' || !isFields(data)) return null;
  return { channel, data: data['data'] };
}

function endingOf({ code, message }: Fields): Parameters<Ear['closed']> {
  const found = `answered with error ${code}, ${message}`;
  return [codesOfRefusal.includes(Number(code)) ? 'refused' : 'retry', found];
}

/** The protocol before Centrifugo 4, which no client library speaks any more: one JSON text per line, and we do the pinging. */
export const oldCentrifugoDial =
  (timers: Timers): Dial =>
  ({ open, token }, ear) => {
    const socket = open();
    const connectId = 1;
    let lastId = connectId;
    let cancelPing = () => {};

    const command = (fields: Fields): void => {
      lastId += 1;
      socket.send(JSON.stringify({ id: lastId, ...fields }));
    };
    const pingAgain = (): void => {
      cancelPing = timers.after(pingSeconds * 1000, () => {
        command({ method: method.ping });
        pingAgain();
      });
    };
    const end = (...why: Parameters<Ear['closed']>): void => {
      cancelPing();
      socket.close();
      ear.closed(...why);
    };
    const hear = ({ id = 0, result, error }: Reply): void => {
      if (isFields(error)) {
        end(...endingOf(error));
      } else if (id === connectId) {
        pingAgain();
        ear.opened();
      } else if (id === 0 && isFields(result)) {
        const message = pushed(result);
        if (message !== null) ear.message(message);
      }
    };

    socket.on('open', () => {
      socket.send(JSON.stringify({ id: connectId, params: token === null ? {} : { token } }));
    });
    socket.on('message', (data) => {
      for (const line of messageText(data).split('\n')) {
        const reply = line.trim() === '' ? {} : replyOf(line);
        if (reply === null) ear.garbled('is not a reply of Centrifugo', line);
        else hear(reply);
      }
    });
    socket.on('close', (code, reason) => end('retry', closingOf(code, reason)));
    return {
      send: (channel) => command({ method: method.subscribe, params: { channel } }),
      close: () => end('retry', 'closed by us'),
    };
  };
