import { TapeError } from '@itemtape/client';
import { signal } from '@preact/signals';
import { forgetOwner, rememberedOwner, rememberOwner } from './offline/owner.ts';
import { translate } from './text/translate.ts';

/**
 * What this browser may do. Its session is in a cookie that pages cannot read, and the same in all tabs.
 */
export type Session =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly id: string; readonly isOperator: boolean }
  | { readonly state: 'locked'; readonly reason: string };

export const session = signal<Session>({ state: 'opening' });

/** Whether the service says that its marketplaces are simulated. */
export const isPlayed = signal(false);

const path = '/operator/session';

/** Tells the other tabs that the session of the browser is another one, or none. */
const otherTabs = new BroadcastChannel('itemtape.session');

/** With what a session is to be opened; `browser`: with the one that there is. */
type Attempt = { readonly from: 'browser' } | { readonly from: 'address' | 'visitor'; readonly key: string };

const unknown: Readonly<Record<Attempt['from'], string>> = {
  address: translate('This address has already been used, or has expired.'),
  browser: translate('The session of this browser has ended.'),
  visitor: translate('This key is not known here.'),
};

const signedOut = translate('This browser has been signed out.');

/** Removes the one-time token from the URL, so that it does not stay in the browser history. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

type Answer = { readonly session: { readonly id: string } | null; readonly isOperator: boolean };

async function ask(attempt: Attempt): Promise<Session> {
  const response = await fetch(
    path,
    attempt.from === 'browser' ? {} : { method: 'POST', headers: { 'x-api-key': attempt.key } },
  );
  isPlayed.value = response.headers.get('x-itemtape-played') !== null;
  if (!response.ok) return { state: 'locked', reason: await refusal(response, attempt) };
  const { session: opened, isOperator } = (await response.json()) as Answer;
  const owner = { id: opened?.id ?? '', isOperator };
  await rememberOwner(owner);
  return { state: 'open', ...owner };
}

async function refusal(response: Response, { from }: Attempt): Promise<string> {
  const { status } = response;
  if (from === 'browser' && (status === 401 || status === 403)) await forgetOwner();
  // A proxy in front of the service may refuse in its own words
  const { error, code }: { readonly error?: string; readonly code?: string } = await response.json().catch(() => ({}));
  if (code === 'MISSING_API_KEY')
    return session.value.state === 'open' ? signedOut : translate('Nobody has signed in with this browser yet.');
  if (status === 401) return unknown[from];
  if (error === undefined || (status !== 403 && status !== 429))
    return translate('The service answered {status}.', { status });
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
}

/** An address that was used before still opens the dashboard in a browser that is signed in. */
async function openWith(attempt: Attempt): Promise<Session> {
  const opened = await ask(attempt);
  if (opened.state === 'open' || attempt.from !== 'address') return opened;
  const before = await ask({ from: 'browser' });
  return before.state === 'open' ? before : opened;
}

const againMs = 3_000;
let attempts = new AbortController();

/** Opens the session with the key that was entered, otherwise with the token in the URL or the one of this browser. */
export async function openSession(typed: string | null = null): Promise<void> {
  const token = typed === null ? takeToken() : null;
  if (typed !== null) await tryToOpen({ from: 'visitor', key: typed });
  else await tryToOpen(token === null ? { from: 'browser' } : { from: 'address', key: token });
}

/** Tries again and again while the service cannot be reached, as the token is no longer in the URL then. */
async function tryToOpen(attempt: Attempt): Promise<void> {
  const signal = startAttempt();
  const opened = await openWith(attempt).catch(() => null);
  if (signal.aborted) return;
  if (opened === null) {
    // Pages that are open stay so, and show what they have
    if (session.value.state !== 'open')
      session.value = storedSession() ?? { state: 'locked', reason: translate('The service cannot be reached.') };
    setTimeout(() => signal.aborted || void tryToOpen(attempt), againMs);
    return;
  }
  const isOther = opened.state !== session.value.state || idOf(opened) !== idOf(session.value);
  // Another reason for being locked, too
  if (isOther || opened.state === 'locked') session.value = opened;
  if (isOther && (attempt.from !== 'browser' || opened.state === 'locked')) otherTabs.postMessage(idOf(opened));
}

/** The session in which this browser last was, to show what it had; null if it had none. */
function storedSession(): Session | null {
  const owner = rememberedOwner();
  return owner === null ? null : { state: 'open', ...owner };
}

const idOf = (one: Session): string | null => (one.state === 'open' ? one.id : null);

/** Gives up the attempt before. */
function startAttempt(): AbortSignal {
  attempts.abort();
  attempts = new AbortController();
  return attempts.signal;
}

otherTabs.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
  if (data !== idOf(session.value)) void openSession();
});

// A new address pasted into an open tab differs only in its fragment, for which browsers do not reload the page
addEventListener('hashchange', () => {
  if (new URLSearchParams(location.hash.slice(1)).has('token')) void openSession();
});

// A session lasts as long as it is used, and a page can stay open longer
const renewMs = 6 * 3_600_000;
setInterval(() => session.value.state === 'open' && void openSession(), renewMs);

let isRenewing = false;

/** Called after a request was refused: the session may have been ended elsewhere, or the key that opened it. */
export function renewAfter(error: unknown): void {
  const isRefused = error instanceof TapeError && (error.status === 401 || error.status === 403);
  if (!isRefused || isRenewing || session.value.state !== 'open') return;
  isRenewing = true;
  void openSession().finally(() => {
    isRenewing = false;
  });
}

/** Signs out: this browser, or all that have signed in with the same key. */
export async function closeSession(where: 'here' | 'everywhere'): Promise<void> {
  startAttempt();
  const response = await fetch(where === 'here' ? path : `${path}?everywhere=true`, { method: 'DELETE' });
  if (!response.ok && response.status !== 401)
    throw new TapeError(await refusal(response, { from: 'browser' }), { status: response.status });
  await forgetOwner();
  session.value = { state: 'locked', reason: signedOut };
  otherTabs.postMessage(null);
}
