import type { Member } from '../player.ts';

export type Frame = string | Uint8Array;

/** One open connection, as a framing uses it. */
export type Link = {
  readonly member: Member;
  /** Seconds between two heartbeats. */
  readonly heartbeatSeconds: number;
  readonly send: (frame: Frame) => void;
  readonly close: (code: number, reason: string) => void;
  /** Messages that answer one from the member. */
  readonly receive: (message: unknown) => readonly unknown[];
};

/** A connection in its framing. */
export type Frames = {
  readonly take: (frame: Frame) => void;
  /** The frame that carries a message to the member; null when it has not joined the message's channel. */
  readonly frame: (message: unknown) => Frame | null;
  /** null if the framing has none. */
  readonly heartbeat: () => Frame | null;
};

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
