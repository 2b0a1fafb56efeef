import { signal } from '@preact/signals';

/** The service's message to a key that has reached its request limit; null once it answers again. */
export const limited = signal<string | null>(null);

/** Sends a request and notes a rate-limit refusal, which the client otherwise waits out silently. */
export const fetchNotingLimit: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status < 400) limited.value = null;
  if (response.status !== 429) return response;
  // A proxy in front of the service may refuse in its own words
  const body: Partial<Record<'error' | 'code', string>> = await response
    .clone()
    .json()
    .catch(() => ({}));
  if (body.code === 'TOO_MANY_REQUESTS') limited.value = body.error ?? null;
  return response;
};
