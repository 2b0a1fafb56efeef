import { TapeError } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { renewAfter } from './session.ts';
import { say } from './text/say.ts';

/** What became of a question to the service. The last answer stays while the next one is under way. */
export type QueryState<Answer> = {
  readonly answer: Answer | null;
  /** The answer is of an earlier question than the one that is asked now, and says nothing about this one. */
  readonly isEarlier: boolean;
  /** Of the question that is asked now. */
  readonly failure: string | null;
};

// Addresses of the interface are advice for programs
const adviceForPrograms = /; GET \/\S+ .*$/;

/** What to say of a failure. */
export function failureText(error: unknown): string {
  renewAfter(error);
  return error instanceof TapeError
    ? error.message.replace(adviceForPrograms, '')
    : say('something went wrong: {error}', { error: String(error) });
}

/** What the service says of a connection that it does not give; null where it says nothing. */
export const refusalText = (why: TapeError | undefined): string | null =>
  why === undefined || why.status === null ? null : failureText(why);

type Settled<What> = { readonly about: string; readonly what: What };

/** Asks whenever `about` changes, and when told to again so many seconds after each answer; null asks nothing. */
export function useQuery<Answer>(
  about: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { everySeconds, delayMs = 0 }: { readonly everySeconds?: number | undefined; readonly delayMs?: number } = {},
): QueryState<Answer> {
  const [answered, setAnswered] = useState<Settled<Answer> | null>(null);
  const [failed, setFailed] = useState<Settled<string> | null>(null);
  useEffect(() => {
    if (about === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    let next: ReturnType<typeof setTimeout>;
    const turn = async (): Promise<void> => {
      try {
        const what = await ask(signal);
        if (signal.aborted) return;
        setAnswered({ about, what });
        setFailed(null);
      } catch (error) {
        if (!signal.aborted) setFailed({ about, what: failureText(error) });
      }
      // Not before that is answered: a key that has asked as often as it may is let wait
      if (everySeconds !== undefined && !signal.aborted) next = setTimeout(turn, everySeconds * 1000);
    };
    next = setTimeout(turn, delayMs);
    return () => {
      clearTimeout(next);
      ending.abort();
    };
  }, [about, everySeconds]);
  if (about === null) return { answer: null, isEarlier: false, failure: null };
  return {
    answer: answered?.what ?? null,
    isEarlier: answered !== null && answered.about !== about,
    failure: failed?.about === about ? failed.what : null,
  };
}
