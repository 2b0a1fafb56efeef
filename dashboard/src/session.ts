import { TapeError } from '@itemtape/client';
import { signal } from '@preact/signals';

/** What this browser may do. At the machine itself a key is lent; from elsewhere the visitor brings one. */
export type Session =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly key: string; readonly isOperator: boolean }
  | { readonly state: 'locked'; readonly reason: string };

const keptKey = 'itemtape.key';

export const session = signal<Session>({ state: 'opening' });

/** Whether the service says that its marketplaces are played. */
export const isPlayed = signal(false);

type Answer = {
  readonly key: string | null;
  readonly isOperator: boolean;
  /** What the service thinks of the key that was sent. */
  readonly given: 'ok' | 'missing' | 'invalid' | 'disabled';
};

const reasons: Readonly<Record<Answer['given'], string>> = {
  ok: '',
  missing: 'From another machine a key is needed.',
  invalid: 'This key is not known here.',
  disabled: 'This key was revoked; ask the operator for a new one.',
};

async function ask(key: string | null): Promise<Session> {
  const response = await fetch('/operator/session', {
    method: 'POST',
    headers: key === null ? {} : { 'x-api-key': key },
  });
  isPlayed.value = response.headers.get('x-itemtape-played') !== null;
  if (!response.ok) return { state: 'locked', reason: `The service answered ${response.status}.` };
  const { key: lent, isOperator, given } = (await response.json()) as Answer;
  if (lent !== null) return { state: 'open', key: lent, isOperator };
  return key !== null && given === 'ok'
    ? { state: 'open', key, isOperator }
    : { state: 'locked', reason: reasons[given] };
}

/** Opens the session with the key this browser keeps, or with a lent one. */
export async function openSession(given: string | null = localStorage.getItem(keptKey)): Promise<void> {
  try {
    const opened = await ask(given);
    if (opened.state === 'open' && opened.key === given) localStorage.setItem(keptKey, given);
    else localStorage.removeItem(keptKey);
    session.value = opened;
  } catch {
    session.value = { state: 'locked', reason: 'The service cannot be reached.' };
  }
}

let isRenewing = false;

/** After a refused key: a lent one ends with the service that lent it, and a visitor's own may have been revoked. */
export function renewAfter(error: unknown): void {
  const isRefused = error instanceof TapeError && (error.status === 401 || error.status === 403);
  if (!isRefused || isRenewing || session.value.state !== 'open') return;
  isRenewing = true;
  const { key } = session.value;
  void openSession(localStorage.getItem(keptKey) ?? key).finally(() => {
    isRenewing = false;
  });
}

/** Forgets the key of this browser. */
export function closeSession(): void {
  localStorage.removeItem(keptKey);
  session.value = { state: 'locked', reason: 'The key of this browser is forgotten.' };
}
