import { createPositionTracker, positionIn } from '#client/position';
import { closingOf, type OpenProtocol, onJson } from './protocol.ts';

/** Response header with which a service says, in every handshake, that it numbers its messages and can resume. */
export const lineageHeader = 'x-tape-lineage';

// Half the interval at which such a service pings
const heartbeatSeconds = 15;

const extras = {
  snapshot: true,
  sequence: true,
  events: ['Added', 'Updated', 'Removed'],
  channels: ['offers', 'sales', 'buyOrders', 'prices'],
  heartbeatSeconds,
};

/** The offer stream of a v2 service. A service that does not number its messages gets only fields that every one knows. */
export function createV2StreamProtocol(): OpenProtocol {
  let tracker = createPositionTracker(true);
  return ({ open }, handlers) => {
    const socket = open();
    let canResume = false;
    let isResuming = false;
    const send = (message: unknown): void => {
      const resume = tracker.position();
      const more = canResume && { ...extras, ...(resume !== null && { resume }) };
      socket.send(JSON.stringify(more ? { ...(message as object), ...more } : message));
    };
    socket.on('upgrade', ({ headers }) => {
      canResume = headers[lineageHeader] !== undefined;
      if (!canResume) tracker = createPositionTracker(true);
    });
    socket.on('open', () => {
      isResuming = canResume && tracker.position() !== null;
      handlers.opened(isResuming);
    });
    const take = (message: unknown, text: string): void => {
      if (typeof message !== 'object' || message === null) {
        handlers.onMalformed('is not a message of a v2 stream', text);
        return;
      }
      if (canResume) tracker.take(message, positionIn(message));
      const { type, recovered } = message as { readonly type?: unknown; readonly recovered?: unknown };
      if (isResuming && type === 'subscribed') {
        isResuming = false;
        handlers.resumed(recovered === true);
      }
      handlers.message(message);
    };
    socket.on('message', onJson(socket, handlers, take));
    socket.on('close', (code, reason) => handlers.closed('retry', closingOf(code, reason)));
    return { send, close: () => socket.close() };
  };
}
