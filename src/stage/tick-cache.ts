import type { StageReply, StageRequest } from './player.ts';
import { type Answering, answering, type Parcel } from './reply.ts';

/** Smaller answers are quicker to make again than to look up. */
const minBytes = 65_536;

/** Caches large answers until the next tick, before which nothing in them changes. */
export type TickCache = {
  readonly answering: (slug: string, request: StageRequest, answer: () => StageReply | null) => Answering;
  readonly clear: () => void;
};

export const createTickCache = (): TickCache => {
  const cached = new Map<string, Parcel>();
  return {
    answering: (slug, request, answer) => ({
      answer,
      packed: () => {
        const key = keyOf(slug, request);
        const before = cached.get(key);
        if (before !== undefined) return before;
        const parcel = answering(answer).packed();
        if (parcel !== null && parcel.status === 200 && parcel.body.length >= minBytes) cached.set(key, parcel);
        return parcel;
      },
    }),
    clear: () => cached.clear(),
  };
};

/** Everything an answer can depend on, including credentials and times in headers. */
const keyOf = (slug: string, { method, host, path, search, headers, body }: StageRequest): string => {
  const { 'accept-encoding': _, ...other } = headers;
  return JSON.stringify([slug, method, host, path, search, body, other]);
};
