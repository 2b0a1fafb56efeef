import type { StageReply, StageRequest } from './player.ts';
import { type Answering, answering, type Parcel } from './reply.ts';

/** Smaller answers are made sooner than found again. */
const leastBytes = 65_536;

/** Large answers as they are until the next tick: until then nothing moves that they could tell. */
export type TickCache = {
  readonly answering: (slug: string, request: StageRequest, said: () => StageReply | null) => Answering;
  readonly clear: () => void;
};

export const createTickCache = (): TickCache => {
  const kept = new Map<string, Parcel>();
  return {
    answering: (slug, request, said) => ({
      said,
      packed: () => {
        const key = keyOf(slug, request);
        const before = kept.get(key);
        if (before !== undefined) return before;
        const parcel = answering(said).packed();
        if (parcel !== null && parcel.status === 200 && parcel.body.length >= leastBytes) kept.set(key, parcel);
        return parcel;
      },
    }),
    clear: () => kept.clear(),
  };
};

/** Everything an answer may depend on, credentials and times in headers included. */
const keyOf = (slug: string, { method, host, path, search, headers, body }: StageRequest): string => {
  const { 'accept-encoding': _, ...other } = headers;
  return JSON.stringify([slug, method, host, path, search, body, other]);
};
