import { createTape } from '@itemtape/client';
import { signal } from '@preact/signals';

/** Why nothing has been read yet, in words of the service; null when something has, or when nobody knows. */
export const unread = signal<string | null>(null);

// As long as there is nothing to see, or no answer, the first thing that can be seen is waited for
const anxiousMs = 3_000;
const calmMs = 60_000;

/** Keeps it up to date until it is stopped; no key is needed for this. */
export function watchUnread(): () => void {
  const tape = createTape({ url: location.origin, key: '', retries: 0 });
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    const health = await tape.health().catch(() => null);
    if (health !== null) unread.value = health.unread;
    timer = setTimeout(look, health !== null && unread.value === null ? calmMs : anxiousMs);
  };
  void look();
  return () => clearTimeout(timer);
}
