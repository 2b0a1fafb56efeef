import { createTape, type Tape } from '@itemtape/client';
import { fetchStoring } from './offline/answers.ts';
import { SharedSocket } from './stream/shared-socket.ts';

let made: { readonly key: string; readonly tape: Tape } | null = null;

/** The API client for the service that served this page; all pages of a browser share its stream. */
export function tapeOf(key: string): Tape {
  const shared = { transport: 'websocket', WebSocket: SharedSocket } as const;
  if (made?.key !== key)
    made = { key, tape: createTape({ url: location.origin, key, fetch: fetchStoring, ...shared }) };
  return made.tape;
}
