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

type Answer = { readonly key: string | null; readonly isOperator: boolean };

async function ask(key: string | null): Promise<Session> {
  const response = await fetch('/operator/session', {
    method: 'POST',
    headers: key === null ? {} : { 'x-api-key': key },
  });
  isPlayed.value = response.headers.get('x-itemtape-played') !== null;
  if (!response.ok) return { state: 'locked', reason: `the service answered ${response.status}` };
  const { key: lent, isOperator } = (await response.json()) as Answer;
  if (lent !== null) return { state: 'open', key: lent, isOperator };
  return key === null
    ? { state: 'locked', reason: 'From another machine a key is needed.' }
    : (await isKnown(key))
      ? { state: 'open', key, isOperator }
      : { state: 'locked', reason: 'This key is not known here, or was revoked.' };
}

const isKnown = async (key: string): Promise<boolean> =>
  (await fetch('/v2/marketplaces', { headers: { 'x-api-key': key } })).ok;

/** Opens the session with the key this browser keeps, or with a lent one. */
export async function openSession(given: string | null = localStorage.getItem(keptKey)): Promise<void> {
  try {
    session.value = await ask(given);
    if (session.value.state === 'open' && session.value.key === given) localStorage.setItem(keptKey, given);
    else localStorage.removeItem(keptKey);
  } catch {
    session.value = { state: 'locked', reason: 'The service cannot be reached.' };
  }
}

/** Forgets the key of this browser. */
export function closeSession(): void {
  localStorage.removeItem(keptKey);
  session.value = { state: 'locked', reason: 'The key of this browser is forgotten.' };
}
