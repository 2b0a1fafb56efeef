import type { WebSocket } from 'ws';
import { createFrameServer } from '../servers/frame-server.ts';

const defaultRowsPerSecond = 2_000;
const rowsPerMessage = 20;
const pieceMs = 10;
// Most messages sent that have not yet arrived on the stream
const maxAhead = 500;
// Most time that is made up for after the process was suspended
const maxLateMs = 1_000;

export const busyOffers = 20_000;
const nameCount = 1_000;
/** The item whose price counts the messages. */
export const clock = 'Clock';
export const busyName = (number: number): string => `Made-up Case ${number % nameCount}`;

/**
 * The marketplace in the folder `connectors`. It sends the client that joined last `rowsPerSecond` rows a second, 2,000
 * by default, or as many as the machine can handle: `offerCount` offers that are repriced, one sale in twenty rows, and in each message one
 * offer that counts the messages.
 */
export async function startBusyMarket(
  received: () => number,
  rowsPerSecond = defaultRowsPerSecond,
  offerCount = busyOffers,
) {
  const prices = new Map<string, number>();
  let messages = 0;
  // What was sent to clients before may be lost
  let sentBefore = 0;
  let rowsDue = 0;
  let socket: WebSocket | null = null;
  let ticking: NodeJS.Timeout | undefined;

  const offer = (id: string, name: string, cents: number) => {
    prices.set(id, cents * 10);
    return { what: 'offer', id, name, cents, soldAt: 0 };
  };
  const next = () => {
    messages += 1;
    const repriced = Array.from({ length: rowsPerMessage - 2 }, (_, at) => {
      const number = (messages * (rowsPerMessage - 2) + at) % offerCount;
      return offer(`offer-${number}`, busyName(number), 1_000 + ((messages * 7_919 + at * 31) % 5_000));
    });
    const id = `sale-${messages}`;
    const sold = { what: 'sold', id, name: busyName(messages), cents: 900, soldAt: Date.now() };
    return JSON.stringify({ rows: [...repriced, sold, offer(clock, clock, messages)] });
  };

  let sentAt = 0;
  const sendDue = () => {
    const now = Date.now();
    rowsDue += (Math.min(now - sentAt, maxLateMs) / 1000) * rowsPerSecond;
    sentAt = now;
    while (rowsDue >= rowsPerMessage && messages - Math.max(received(), sentBefore) < maxAhead) {
      if (socket?.readyState !== socket?.OPEN) return;
      socket?.send(next());
      rowsDue -= rowsPerMessage;
    }
    rowsDue = Math.min(rowsDue, (maxLateMs / 1000) * rowsPerSecond);
  };

  const server = await createFrameServer(
    () => {},
    (_, joined) => {
      socket = joined;
      sentBefore = messages;
      sentAt = Date.now();
      rowsDue = 0;
      ticking ??= setInterval(sendDue, pieceMs);
    },
  );
  const rest = () => clearInterval(ticking);
  return {
    origin: server.origin,
    prices,
    /** Messages and sales sent so far; there is one sale in each message. */
    sent: () => ({ messages, sales: messages }),
    rest,
    close: async () => {
      rest();
      await server.close();
    },
  };
}
