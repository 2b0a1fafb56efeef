import { closingOf, type Dial, jsonHearing } from './dial.ts';

type Fields = Readonly<Record<string, unknown>>;
type Spot = { readonly epoch: string; readonly sequence: number };

/** What a service says of itself in every handshake when it numbers its messages and resumes. */
export const lineageHeader = 'x-tape-lineage';

// Half of what such a service allows between two of its own pings
const heartbeatSeconds = 15;

const spotOf = ({ epoch, sequence }: Fields): Spot | null =>
  typeof epoch === 'string' && typeof sequence === 'number' ? { epoch, sequence } : null;

/** Where in the stream the reader is, over any number of connections. */
function createPlace() {
  let spot: Spot | null = null;
  let isShowing = false;
  return {
    /** Goes on from here, or begins with all that is on sale. */
    wish: () => ({ snapshot: true, ...(spot !== null && { resume: spot }) }),
    forget: () => {
      spot = null;
    },
    pass: (message: Fields) => {
      if (message['type'] === 'subscribed') {
        // A snapshot that breaks off cannot be resumed, so until its end there is no place
        isShowing = message['recovered'] !== true;
        spot = isShowing ? null : spotOf(message);
      } else if (message['type'] === 'snapshotEnd') {
        isShowing = false;
        spot = spotOf(message);
      } else if (!isShowing) spot = spotOf(message) ?? spot;
    },
  };
}

const extras = {
  sequence: true,
  events: ['Added', 'Updated', 'Removed'],
  channels: ['offers', 'sales', 'buyOrders', 'prices'],
  heartbeatSeconds,
};

/** The offer stream of a v2 service. Who does not number its messages is sent nothing that it might not know. */
export function createTapeDial(): Dial {
  const place = createPlace();
  return ({ open }, ear) => {
    const socket = open();
    let canResume = false;
    const send = (message: unknown): void =>
      socket.send(JSON.stringify(canResume ? { ...(message as object), ...extras, ...place.wish() } : message));
    socket.on('upgrade', ({ headers }) => {
      canResume = headers[lineageHeader] !== undefined;
      if (!canResume) place.forget();
    });
    socket.on('open', ear.opened);
    const hear = (message: unknown, text: string): void => {
      if (typeof message !== 'object' || message === null) {
        ear.garbled('is no message of a v2 stream', text);
        return;
      }
      if (canResume) place.pass(message as Fields);
      ear.message(message);
    };
    socket.on('message', jsonHearing(ear, hear));
    socket.on('close', (code, reason) => ear.closed('retry', closingOf(code, reason)));
    return { send, close: () => socket.close() };
  };
}
