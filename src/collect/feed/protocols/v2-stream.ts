import { createPositionTracker, positionIn } from '#client/position';
import { closingOf, type Dial, jsonHearing } from './protocol.ts';

/** What a service says of itself in every handshake when it numbers its messages and resumes. */
export const lineageHeader = 'x-tape-lineage';

// Half of what such a service allows between two of its own pings
const heartbeatSeconds = 15;

const extras = {
  snapshot: true,
  sequence: true,
  events: ['Added', 'Updated', 'Removed'],
  channels: ['offers', 'sales', 'buyOrders', 'prices'],
  heartbeatSeconds,
};

/** The offer stream of a v2 service. Who does not number its messages is sent nothing that it might not know. */
export function createTapeDial(): Dial {
  let tracker = createPositionTracker(true);
  return ({ open }, ear) => {
    const socket = open();
    let canResume = false;
    const send = (message: unknown): void => {
      const resume = tracker.position();
      const more = canResume && { ...extras, ...(resume !== null && { resume }) };
      socket.send(JSON.stringify(more ? { ...(message as object), ...more } : message));
    };
    socket.on('upgrade', ({ headers }) => {
      canResume = headers[lineageHeader] !== undefined;
      if (!canResume) tracker = createPositionTracker(true);
    });
    socket.on('open', ear.opened);
    const hear = (message: unknown, text: string): void => {
      if (typeof message !== 'object' || message === null) {
        ear.garbled('is no message of a v2 stream', text);
        return;
      }
      if (canResume) tracker.take(message, positionIn(message));
      ear.message(message);
    };
    socket.on('message', jsonHearing(ear, hear));
    socket.on('close', (code, reason) => ear.closed('retry', closingOf(code, reason)));
    return { send, close: () => socket.close() };
  };
}
