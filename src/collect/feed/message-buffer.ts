import { turn } from '../../runtime/turn.ts';

/** A message and when it was received, in epoch milliseconds. */
export type ReceivedMessage = { readonly message: unknown; readonly at: number };

export type MessageBuffer = {
  /** Adds the size of the message that follows. */
  readonly addBytes: (bytes: number) => void;
  readonly add: (message: unknown, at: number) => void;
  /** Resolves when everything has been taken. */
  readonly emptied: () => Promise<void>;
};

type MessageBufferSetup = {
  /** Takes what arrived in one turn of the event loop; the next batch waits until it resolves. */
  readonly take: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Called when too much is waiting; `resume` when it no longer is. */
  readonly pause: () => void;
  readonly resume: () => void;
};

const maxWaiting = 1000;
const maxBytesWaiting = 4 * 1024 * 1024;

/** Hands messages on in batches, and pauses the connection while they arrive faster than they are taken. */
export function createMessageBuffer({ take, failed, pause, resume }: MessageBufferSetup): MessageBuffer {
  let waiting: ReceivedMessage[] = [];
  let bytes = 0;
  let isPaused = false;
  let emptying: Promise<void> | null = null;

  async function takeOne(): Promise<void> {
    const batch = waiting;
    waiting = [];
    bytes = 0;
    await take(batch);
    if (isPaused) resume();
    isPaused = false;
  }

  async function empty(): Promise<void> {
    await turn();
    try {
      while (waiting.length > 0) {
        await takeOne();
        await turn();
      }
    } catch (error) {
      waiting = [];
      failed(error);
    }
    // Without an await since the last check: a message added in between would wait for the next one
    emptying = null;
  }

  return {
    addBytes: (more) => {
      bytes += more;
    },
    add: (message, at) => {
      waiting.push({ message, at });
      emptying ??= empty();
      if (isPaused || (waiting.length < maxWaiting && bytes < maxBytesWaiting)) return;
      isPaused = true;
      pause();
    },
    emptied: async () => {
      while (emptying !== null) await emptying;
    },
  };
}
