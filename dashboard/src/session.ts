import { TapeError } from '@itemtape/client';
import { signal } from '@preact/signals';
import { forgetOwner, rememberedOwner, rememberOwner } from './offline/owner.ts';
import { translate } from './text/translate.ts';

/** What this tab may do: act as the operator, by a one-time token in its URL, or use a key entered by the visitor. */
export type Session =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly key: string; readonly isOperator: boolean }
  | { readonly state: 'locked'; readonly reason: string };

export const session = signal<Session>({ state: 'opening' });

/** Whether the service says that its marketplaces are simulated. */
export const isPlayed = signal(false);

/** Where a key came from, which determines how long it is kept and what a refusal means. */
type Source = 'address' | 'tab' | 'browser' | 'visitor';

type Candidate = { readonly key: string; readonly from: Source };

// A session belongs to one tab and survives reloading it; a visitor's own key stays in the browser
const areas = { tab: [sessionStorage, 'itemtape.session'], browser: [localStorage, 'itemtape.key'] } as const;

const storedIn = (area: keyof typeof areas): string | null => {
  const [storage, name] = areas[area];
  return storage.getItem(name);
};

const keep = (area: keyof typeof areas, key: string | null): void => {
  const [storage, name] = areas[area];
  if (key === null) storage.removeItem(name);
  else storage.setItem(name, key);
};

const unknown: Readonly<Record<Source, string>> = {
  address: translate('This address has already been used, or has expired.'),
  tab: translate('The session of this tab has ended.'),
  browser: translate('This key is not known here.'),
  visitor: translate('This key is not known here.'),
};

/** Removes the one-time token from the URL, so that it does not stay in the browser history. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

type Answer = { readonly key: string | null; readonly isOperator: boolean };

async function ask({ key, from }: Candidate): Promise<Session> {
  const response = await fetch('/operator/session', { method: 'POST', headers: { 'x-api-key': key } });
  isPlayed.value = response.headers.get('x-itemtape-played') !== null;
  if (!response.ok) return { state: 'locked', reason: await refusal(response, from) };
  const { key: opened, isOperator } = (await response.json()) as Answer;
  if (opened !== null) keep('tab', opened);
  else if (from === 'visitor') keep('browser', key);
  const session = { key: opened ?? key, isOperator };
  await rememberOwner(session);
  return { state: 'open', ...session };
}

async function refusal(response: Response, from: Source): Promise<string> {
  const { status } = response;
  if ((status === 401 || status === 403) && (from === 'tab' || from === 'browser')) {
    keep(from, null);
    await forgetOwner();
  }
  if (status === 401) return unknown[from];
  // A proxy in front of the service may refuse in its own words
  const { error }: { readonly error?: string } = await response.json().catch(() => ({}));
  if (error === undefined || (status !== 403 && status !== 429))
    return translate('The service answered {status}.', { status });
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
}

function candidates(): Candidate[] {
  const found = { address: takeToken(), tab: storedIn('tab'), browser: storedIn('browser') };
  return (['address', 'tab', 'browser'] as const).flatMap((from) => {
    const key = found[from];
    return key === null ? [] : [{ key, from }];
  });
}

/** The first key that opens a session, otherwise the result of the first attempt. */
async function openWith(all: readonly Candidate[]): Promise<Session> {
  let first: Session | null = null;
  for (const candidate of all) {
    const opened = await ask(candidate);
    if (opened.state === 'open') return opened;
    first ??= opened;
  }
  if (first !== null) return first;
  isPlayed.value = (await fetch('/health')).headers.get('x-itemtape-played') !== null;
  return { state: 'locked', reason: translate('No session is open in this tab.') };
}

const againMs = 3_000;
let attempt = new AbortController();

/** Opens the session with the key that was entered, otherwise with the token in the URL or a stored key. */
export async function openSession(typed: string | null = null): Promise<void> {
  await tryToOpen(typed === null ? candidates() : [{ key: typed, from: 'visitor' }]);
}

/** Tries again and again while the service cannot be reached, as the token is no longer in the URL then. */
async function tryToOpen(all: readonly Candidate[]): Promise<void> {
  const signal = startAttempt();
  const opened = await openWith(all).catch(() => null);
  if (signal.aborted) return;
  session.value = opened ??
    storedSession(all) ?? { state: 'locked', reason: translate('The service cannot be reached.') };
  if (opened === null) setTimeout(() => signal.aborted || void tryToOpen(all), againMs);
}

/** A session without the service, in which stored answers are shown; null in a browser that has none. */
function storedSession([first]: readonly Candidate[]): Session | null {
  const now = session.value;
  if (now.state === 'open') return now;
  const owner = rememberedOwner();
  return owner === null ? null : { state: 'open', key: first?.key ?? '', isOperator: owner.isOperator };
}

/** Gives up the attempt before. */
function startAttempt(): AbortSignal {
  attempt.abort();
  attempt = new AbortController();
  return attempt.signal;
}

// A new address pasted into an open tab differs only in its fragment, for which browsers do not reload the page
addEventListener('hashchange', () => {
  if (new URLSearchParams(location.hash.slice(1)).has('token')) void openSession();
});

let isRenewing = false;

/** Called after a key was refused: a session ends with the service that opened it, and a visitor's key may have been revoked. */
export function renewAfter(error: unknown): void {
  const isRefused = error instanceof TapeError && (error.status === 401 || error.status === 403);
  if (!isRefused || isRenewing || session.value.state !== 'open') return;
  isRenewing = true;
  void openSession().finally(() => {
    isRenewing = false;
  });
}

/** Forgets the session of this tab and the key of this browser. */
export function closeSession(): void {
  startAttempt();
  keep('tab', null);
  keep('browser', null);
  void forgetOwner();
  session.value = { state: 'locked', reason: translate('This browser has forgotten its key.') };
}
