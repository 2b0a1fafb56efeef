/** Texts that have come and were not taken yet. */
export type Inbox = {
  readonly put: (text: string) => void;
  /** Nothing more comes; what has come can still be taken. */
  readonly end: () => void;
  /** All that has come since, once there is something; null after the end. */
  readonly take: () => Promise<readonly string[] | null>;
};

/** Characters that wait at most, about 20,000 messages; what was on its way when the source paused comes on top. */
const mostCharacters = 8 * 2 ** 20;

/** An inbox that makes its source pause while it is full. */
export function createInbox(source: { readonly pause: () => void; readonly resume: () => void }): Inbox {
  let texts: string[] = [];
  let characters = 0;
  let isOver = false;
  let isPaused = false;
  let wake: () => void = () => {};
  return {
    put(text) {
      texts.push(text);
      characters += text.length;
      wake();
      if (isPaused || characters < mostCharacters) return;
      isPaused = true;
      source.pause();
    },
    end() {
      isOver = true;
      wake();
    },
    async take() {
      if (isPaused) {
        isPaused = false;
        source.resume();
      }
      if (texts.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (texts.length === 0) return null;
      const taken = texts;
      texts = [];
      characters = 0;
      return taken;
    },
  };
}
