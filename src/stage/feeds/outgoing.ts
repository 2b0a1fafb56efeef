import type { WebSocket } from 'ws';
import type { FeedFault } from '../faults.ts';
import type { Frame } from './link.ts';

/** Outgoing frames of one connection, altered by the faults that apply to its messages. */
export type Outgoing = {
  /** Answers and heartbeats, affected by no fault except silence. */
  readonly send: (frame: Frame) => void;
  /** Messages about the market. */
  readonly push: (frame: Frame) => void;
  readonly pong: (data: Buffer) => void;
};

/** 0xC1 is never used in MessagePack; a text loses its brackets. */
const garbled = (frame: Frame): Frame =>
  typeof frame === 'string' ? frame.replaceAll('"', "'").slice(0, -1) : Buffer.from([0xc1, ...frame.subarray(1)]);

export const createOutgoing = (socket: WebSocket, fault: () => FeedFault | null): Outgoing => {
  let isStalled = false;
  let late: Frame | null = null;

  const send = (frame: Frame): void => {
    if (!isStalled && socket.readyState === socket.OPEN) socket.send(frame);
  };
  /** The message, followed by the one held back for it. */
  const sendBoth = (frame: Frame): void => {
    send(frame);
    if (late !== null) send(late);
    late = null;
  };
  const acts: Readonly<Record<FeedFault['kind'], (frame: Frame) => void>> = {
    cut: () => socket.terminate(),
    stall: () => {
      isStalled = true;
    },
    reorder: (frame) => {
      if (late === null) late = frame;
      else sendBoth(frame);
    },
    duplicate: (frame) => {
      send(frame);
      sendBoth(frame);
    },
    garble: (frame) => send(garbled(frame)),
  };
  return {
    send,
    push: (frame) => {
      const met = fault();
      if (met === null) sendBoth(frame);
      else acts[met.kind](frame);
    },
    pong: (data) => {
      if (!isStalled) socket.pong(data);
    },
  };
};
