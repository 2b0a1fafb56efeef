/** Texts that have arrived and were not taken yet. */
export type Inbox = {
  readonly put: (text: string) => void;
  /** Nothing more will arrive; texts in the inbox can still be taken. */
  readonly end: () => void;
  /** Waits for texts and takes all of them; null after the end. */
  readonly take: () => Promise<readonly string[] | null>;
};

/** Maximum number of waiting characters, about 20,000 messages; data in transit when the source pauses comes on top. */
const maxCharacters = 8 * 2 ** 20;

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
      if (isPaused || characters < maxCharacters) return;
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
