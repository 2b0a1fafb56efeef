import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriptionRequest } from '../../api/wire/stream-requests.ts';
import type { StreamMessage } from '../../api/wire/stream-shapes.ts';
import { type Ended, listenOnce } from './connection.ts';
import { createPlace } from './place.ts';

export type FollowOptions = {
  readonly address: string;
  readonly key: string;
  readonly request: SubscriptionRequest;
  readonly tell: (message: StreamMessage) => void;
  /** Takes what a person should know about the connection. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  readonly pauses?: Pauses;
};

type Pauses = {
  /** Before the first attempt to connect again; it doubles with each that fails. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A connection that stood for so long starts the doubling anew. */
  readonly steadyMs: number;
};

const usualPauses: Pauses = { firstMs: 500, longestMs: 15_000, steadyMs: 10_000 };

const heartbeatSeconds = 15;
const silenceMs = 3 * heartbeatSeconds * 1000;

/** Follows the stream over any number of connections. Resolves to null when told to stop, or to why it cannot go on. */
export async function follow(options: FollowOptions): Promise<string | null> {
  const { address, key, signal, now, random, pauses = usualPauses } = options;
  const place = createPlace(options.request.snapshot === true);
  let hasBeenHeard = false;
  let failures = 0;
  let lastNote = '';
  let refusal: string | null = null;
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const hear = (text: string): void => {
    const message = messageIn(text, address);
    const known = place.pass(message);
    if (known !== null) options.note(known);
    if (message.type === 'subscribed') {
      hasBeenHeard = true;
      lastNote = '';
    }
    if (message.type === 'error') {
      if (message.code === 'FELL_BEHIND') options.note(message.message);
      else refusal = message.message;
    }
    if (refusal !== null) stopped.abort();
    else options.tell(message);
  };

  while (!signal.aborted) {
    const startedAt = now();
    const request = { ...options.request, sequence: true, heartbeatSeconds, ...place.resume() };
    const ended = await listenOnce({ address, key, request, silenceMs, hear, signal: either });
    if (refusal !== null) return `the service refused: ${refusal}`;
    if (signal.aborted) return null;
    const why = describe(ended, address);
    if (isFinal(ended, hasBeenHeard)) return `${why}${hintFor(ended)}`;
    failures = now() - startedAt > pauses.steadyMs ? 1 : failures + 1;
    if (why !== lastNote) options.note(`${why}; connecting again until it works`);
    lastNote = why;
    const pause = Math.min(pauses.longestMs, pauses.firstMs * 2 ** (failures - 1)) * (0.5 + random() / 2);
    await wait(pause, undefined, { signal }).catch(() => {});
  }
  return null;
}

function messageIn(text: string, address: string): StreamMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && 'type' in value) return value as StreamMessage;
  throw new Error(`${address} sent ${JSON.stringify(text.slice(0, 80))}, which is no message of the stream`);
}

const hintFor = ({ kind }: Ended): string =>
  kind === 'unreachable' ? '; is the service running there? `itemtape serve` starts one, --url says where it is' : '';

// Of the close codes of RFC 6455: what was sent is wrong, and would be again
const wrongSending = new Set([1002, 1003, 1007, 1009]);

/** Whether trying again would change nothing. */
function isFinal(ended: Ended, hasBeenHeard: boolean): boolean {
  switch (ended.kind) {
    case 'refused':
      return ended.status < 500 && ended.status !== 429;
    case 'unreachable':
      return !hasBeenHeard;
    case 'closed':
      // After a break the service may hold the slot of the broken connection for a while
      return wrongSending.has(ended.code) || (ended.code === 1008 && !hasBeenHeard);
    default:
      return false;
  }
}

function describe(ended: Ended, address: string): string {
  switch (ended.kind) {
    case 'refused':
      return `${address} answered with status ${ended.status}${ended.message === '' ? '' : `: ${ended.message}`}`;
    case 'unreachable':
      return `${address} cannot be reached: ${ended.message}`;
    case 'closed':
      return ended.code === 1006
        ? 'the connection broke'
        : `the service closed the connection with ${ended.code}${ended.reason === '' ? '' : `: ${ended.reason}`}`;
    case 'silent':
      return `nothing was heard for ${silenceMs / 1000} s`;
    case 'stopped':
      return 'stopped';
  }
}
