import { TapeError } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { renewAfter } from './session.ts';

/** What became of a question to the service. The last answer stays while the next one is under way. */
export type Asked<Answer> = {
  readonly answer: Answer | null;
  readonly failure: string | null;
  readonly isUnderWay: boolean;
};

/** What to say of a failure. */
export function failureText(error: unknown): string {
  renewAfter(error);
  return error instanceof TapeError ? error.message : `something went wrong: ${String(error)}`;
}

/** Asks whenever `about` changes, and every so many seconds when told to; null asks nothing. */
export function useAsked<Answer>(
  about: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { everySeconds, delayMs = 0 }: { readonly everySeconds?: number; readonly delayMs?: number } = {},
): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ answer: null, failure: null, isUnderWay: about !== null });
  useEffect(() => {
    if (about === null) {
      setAsked({ answer: null, failure: null, isUnderWay: false });
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const turn = async () => {
      setAsked((before) => ({ ...before, isUnderWay: true }));
      try {
        const answer = await ask(signal);
        if (!signal.aborted) setAsked({ answer, failure: null, isUnderWay: false });
      } catch (error) {
        if (!signal.aborted) setAsked((before) => ({ ...before, failure: failureText(error), isUnderWay: false }));
      }
    };
    const delay = setTimeout(turn, delayMs);
    const repeat = everySeconds === undefined ? undefined : setInterval(turn, everySeconds * 1000);
    return () => {
      clearTimeout(delay);
      clearInterval(repeat);
      ending.abort();
    };
  }, [about]);
  return asked;
}
