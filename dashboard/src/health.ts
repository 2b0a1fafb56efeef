import { createTape } from '@itemtape/client';
import { effect, signal } from '@preact/signals';

/** The service's explanation why nothing has been read yet; null when something has, or when unknown. */
export const unread = signal<string | null>(null);

/** Whether the service can be asked about the past; null until it is known. */
export const keepsPast = signal<boolean | null>(null);

/** Since when the service has not answered, in epoch milliseconds; null while it does. */
export const goneSince = signal<number | null>(null);

// Polls quickly until there is something to see
const anxiousMs = 3_000;
const calmMs = 60_000;

let look = (): void => {};

/** Called when a request got no answer: from then on the service is asked until it answers again. */
export function noteUnreached(): void {
  if (goneSince.value !== null) return;
  goneSince.value = Date.now();
  look();
}

/** Keeps these up to date until stopped; needs no key. */
export function watchHealth(): () => void {
  const tape = createTape({ url: location.origin, key: '', retries: 0 });
  let timer: ReturnType<typeof setTimeout>;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    const health = await tape.health().catch(() => null);
    if (health === null) goneSince.value ??= Date.now();
    else {
      unread.value = health.unread;
      goneSince.value = null;
    }
    keepsPast.value = health?.store.keepsPast ?? keepsPast.value ?? true;
    clearTimeout(timer);
    timer = setTimeout(ask, health !== null && unread.value === null ? calmMs : anxiousMs);
  };
  look = () => void ask();
  look();
  const forget = effect(() => {
    document.documentElement.toggleAttribute('data-gone', goneSince.value !== null);
  });
  return () => {
    forget();
    clearTimeout(timer);
  };
}
