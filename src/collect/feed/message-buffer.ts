import { turn } from '../../turn.ts';

/** A message and when it was received, epoch milliseconds. */
export type Received = { readonly message: unknown; readonly at: number };

export type MessageBuffer = {
  /** Bytes of the message that follows. */
  readonly addBytes: (bytes: number) => void;
  readonly add: (message: unknown, at: number) => void;
  /** Resolves when everything has been taken. */
  readonly emptied: () => Promise<void>;
};

type MessageBufferSetup = {
  /** Takes what one turn of the event loop brought; nothing more is handed over until it resolves. */
  readonly take: (batch: readonly Received[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Called when too much is waiting, and when it no longer is. */
  readonly pause: () => void;
  readonly resume: () => void;
};

const mostWaiting = 1000;
const mostBytesWaiting = 4 * 1024 * 1024;

/** Hands messages over in batches, and has the marketplace wait while they cannot be taken as fast as they come. */
export function createMessageBuffer({ take, failed, pause, resume }: MessageBufferSetup): MessageBuffer {
  let waiting: Received[] = [];
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
    // In the same breath as the last look: a message that came in between would wait for the next one
    emptying = null;
  }

  return {
    addBytes: (more) => {
      bytes += more;
    },
    add: (message, at) => {
      waiting.push({ message, at });
      emptying ??= empty();
      if (isPaused || (waiting.length < mostWaiting && bytes < mostBytesWaiting)) return;
      isPaused = true;
      pause();
    },
    emptied: async () => {
      while (emptying !== null) await emptying;
    },
  };
}
