import { TapeError } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { noteUnreached } from './health.ts';
import { renewAfter } from './session.ts';
import { translate } from './text/translate.ts';

/** The state of a request. The last answer is kept while the next one is loading. */
export type QueryState<Answer> = {
  readonly answer: Answer | null;
  /** The answer belongs to an earlier request and says nothing about the current one. */
  readonly isEarlier: boolean;
  /** The failure of the current request. */
  readonly failure: string | null;
};

// API paths and parameters in messages are advice for programs
const adviceForPrograms = /; (?:GET \/\S+ .*|leave it out)$/;

/** Whether the browser got no answer, for which its own text is in English. */
const isUnreached = (error: TapeError): boolean => error.status === null && error.cause instanceof TypeError;

/** The message for a failure. */
export function failureText(error: unknown): string {
  renewAfter(error);
  if (error instanceof TapeError && isUnreached(error)) return translate('The service cannot be reached.');
  return error instanceof TapeError
    ? error.message.replace(adviceForPrograms, '')
    : translate('something went wrong: {error}', { error: String(error) });
}

/** The service's reason for refusing a connection; null when it gives none. */
export const refusalText = (why: TapeError | undefined): string | null =>
  why === undefined || why.status === null ? null : failureText(why);

type SettledQuery<What> = { readonly about: string; readonly what: What };

/** What went wrong; null when the service cannot be reached, which the frame says once for the whole page. */
function failureOf(about: string, error: unknown): SettledQuery<string> | null {
  if (!(error instanceof TapeError) || !isUnreached(error)) return { about, what: failureText(error) };
  noteUnreached();
  return null;
}

/** Calls at once, or as soon as somebody looks at the page: tabs in the background leave the connections to those in view. */
function whenShown(signal: AbortSignal, call: () => void): void {
  if (!document.hidden) {
    call();
    return;
  }
  const ending = new AbortController();
  const seen = () => {
    if (document.hidden) return;
    ending.abort();
    call();
  };
  document.addEventListener('visibilitychange', seen, { signal: AbortSignal.any([signal, ending.signal]) });
}

/** Sends a request whenever `about` changes, and repeats it a given number of seconds after each answer; null sends nothing. */
export function useQuery<Answer>(
  about: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { everySeconds, delayMs = 0 }: { readonly everySeconds?: number | undefined; readonly delayMs?: number } = {},
): QueryState<Answer> {
  const [answered, setAnswered] = useState<SettledQuery<Answer> | null>(null);
  const [failed, setFailed] = useState<SettledQuery<string> | null>(null);
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
        if (!signal.aborted) setFailed(failureOf(about, error));
      }
      // Only after the answer: a key at its request limit is made to wait
      if (everySeconds !== undefined && !signal.aborted)
        next = setTimeout(() => whenShown(signal, () => void turn()), everySeconds * 1000);
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
