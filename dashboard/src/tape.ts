import { createTape, type Tape } from '@itemtape/client';
import { fetchStoring } from './offline/answers.ts';
import { SharedSocket } from './stream/shared-socket.ts';

let made: Tape | null = null;

/** The API client for the service that served this page, with the session of the browser; all its pages share one stream. */
export function serviceTape(): Tape {
  const shared = { transport: 'websocket', WebSocket: SharedSocket } as const;
  made ??= createTape({ url: location.origin, key: '', fetch: fetchStoring, ...shared });
  return made;
}
