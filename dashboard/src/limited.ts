import { signal } from '@preact/signals';

/** What the service says to a key that has asked as often as it may; null once it answers again. */
export const limited = signal<string | null>(null);

/** Asks, and notes such a refusal, which the client waits out by itself and tells nobody. */
export const askNoting: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status < 400) limited.value = null;
  if (response.status !== 429) return response;
  // What stands before the service may refuse in words of its own
  const told: Partial<Record<'error' | 'code', string>> = await response
    .clone()
    .json()
    .catch(() => ({}));
  if (told.code === 'TOO_MANY_REQUESTS') limited.value = told.error ?? null;
  return response;
};
