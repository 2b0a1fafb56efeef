import { createTape, type Tape } from '@itemtape/client';
import { fetchStoring } from './offline/answers.ts';

let made: { readonly key: string; readonly tape: Tape } | null = null;

/** The API client for the service that served this page. */
export function tapeOf(key: string): Tape {
  if (made?.key !== key) made = { key, tape: createTape({ url: location.origin, key, fetch: fetchStoring }) };
  return made.tape;
}
