import { createTape } from '@itemtape/client';
import { signal } from '@preact/signals';

/** The service's explanation why nothing has been read yet; null when something has, or when unknown. */
export const unread = signal<string | null>(null);

/** Whether the service can be asked about the past; null until it is known. */
export const keepsPast = signal<boolean | null>(null);

// Polls quickly until there is something to see
const anxiousMs = 3_000;
const calmMs = 60_000;

/** Keeps both up to date until stopped; needs no key. */
export function watchHealth(): () => void {
  const tape = createTape({ url: location.origin, key: '', retries: 0 });
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    const health = await tape.health().catch(() => null);
    if (health !== null) unread.value = health.unread;
    keepsPast.value = health?.store.keepsPast ?? keepsPast.value ?? true;
    timer = setTimeout(look, health !== null && unread.value === null ? calmMs : anxiousMs);
  };
  void look();
  return () => clearTimeout(timer);
}
