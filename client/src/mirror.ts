import { GapError } from './errors.ts';
import { type ListenOptions, listen, type SubscribeOptions } from './listen.ts';
import type { OfferMessage, StreamMessage } from './messages.ts';
import type { ListenSettings } from './transport.ts';
import { createPace } from './wait.ts';

/** An offer that is on sale now; `timestamp` is when the service told of it last. */
export type MirroredOffer = Pick<OfferMessage, 'marketplace' | 'game' | 'phase' | 'timestamp' | 'data' | 'id'>;

export type MirrorChange =
  | { readonly kind: 'set'; readonly offer: MirroredOffer; readonly before: MirroredOffer | null }
  | { readonly kind: 'removed'; readonly offer: MirroredOffer };

export type MirrorSubscribeOptions = Omit<SubscribeOptions, 'channels' | 'snapshot' | 'events' | 'newFloorOnly'>;

export type MirrorOptions = Pick<ListenOptions, 'signal' | 'silenceSeconds' | 'onConnection'>;

/** A local copy of what is on sale, kept up to date until it is stopped. */
export type Mirror = {
  /**
   * All that is on sale, in the order in which it was first told.
   *
   * @example
   * const prices = mirror.offers().map(({ data }) => data.priceUSD);
   */
  readonly offers: () => readonly MirroredOffer[];
  /**
   * The offer of an id; undefined when it is not on sale.
   *
   * @example
   * const price = mirror.get('1:CS2:abc')?.data.priceUSD;
   */
  readonly get: (id: string) => MirroredOffer | undefined;
  /**
   * How many offers are on sale.
   *
   * @example
   * const isEmpty = mirror.size() === 0;
   */
  readonly size: () => number;
  /**
   * `loading` until all that is on sale has come, also anew after a gap; `waiting` while the connection is lost.
   *
   * @example
   * const isTrusted = mirror.state() === 'live';
   */
  readonly state: () => 'loading' | 'live' | 'waiting' | 'stopped';
  /** Resolves once the copy is whole; rejects when it never will be. */
  readonly ready: Promise<void>;
  /** Resolves when the mirror was stopped; rejects when it cannot go on, as when its key was revoked. */
  readonly ended: Promise<void>;
  /**
   * Tells every change from now on; the result ends it. What the watcher throws is thrown for the process to see.
   *
   * @example
   * const forget = mirror.watch(({ kind, offer }) => console.log(kind, offer.id));
   */
  readonly watch: (told: (change: MirrorChange) => void) => () => void;
  /**
   * Ends the connection; what was copied can still be read.
   *
   * @example
   * mirror.stop();
   */
  readonly stop: () => void;
};

/** The offers of a mirror. What a snapshot does not name any more is gone, whenever it went. */
function createCopy(tell: (change: MirrorChange) => void) {
  const standing = new Map<string, MirroredOffer>();
  /** Ids that a snapshot under way has named. */
  let named: Set<string> | null = null;

  function set({ marketplace, game, phase, timestamp, data }: OfferMessage, id: string): void {
    const before = standing.get(id) ?? null;
    const offer = { id, marketplace, game, phase, timestamp, data };
    standing.set(id, offer);
    if (before === null || JSON.stringify(before.data) !== JSON.stringify(data)) tell({ kind: 'set', offer, before });
  }

  function remove(id: string): void {
    const offer = standing.get(id);
    if (offer !== undefined && standing.delete(id)) tell({ kind: 'removed', offer });
  }

  return {
    standing,
    beginSnapshot: () => {
      named = new Set();
    },
    endSnapshot: () => {
      for (const id of [...standing.keys()]) if (named?.has(id) === false) remove(id);
      named = null;
    },
    take(message: OfferMessage): void {
      const { id, timestamp } = message;
      // Changes made while a snapshot was read are told after it, also those that it already held
      const isOld = named === null && timestamp < (standing.get(id)?.timestamp ?? 0);
      if (isOld) return;
      named?.add(id);
      if (message.eventType === 'Removed') remove(id);
      else set(message, id);
    },
  };
}

/** Begins a mirror. What was missed beyond what the service keeps is found by comparing with all that is on sale. */
export function startMirror(
  settings: ListenSettings,
  subscription: MirrorSubscribeOptions,
  { signal, silenceSeconds, onConnection }: MirrorOptions = {},
): Mirror {
  const watchers = new Set<(change: MirrorChange) => void>();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal?.addEventListener('abort', stop, { once: true, signal: stopping.signal });
  if (signal?.aborted) stop();
  let isWhole = false;
  let isConnected = false;

  const copy = createCopy((change) => {
    for (const watcher of [...watchers]) {
      try {
        watcher(change);
      } catch (error) {
        // Theirs to see, as with events, but neither the copy nor the other watchers are to suffer
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  });

  function hear(message: StreamMessage, whole: () => void): void {
    if (message.type === 'offer') copy.take(message);
    if (message.type === 'subscribed' && message.recovered !== true) copy.beginSnapshot();
    if (message.type !== 'snapshotEnd') return;
    copy.endSnapshot();
    isWhole = true;
    whole();
  }

  async function follow(whole: () => void): Promise<void> {
    const all = { ...subscription, snapshot: true, events: ['Added', 'Updated', 'Removed'] } as const;
    const options: ListenOptions = {
      signal: stopping.signal,
      ...(silenceSeconds !== undefined && { silenceSeconds }),
      onConnection: (state, why) => {
        isConnected = state === 'live';
        onConnection?.(state, why);
      },
    };
    // Kept over gaps, so that a service that is started again and again is not overrun
    const pace = createPace();
    for (;;) {
      try {
        for await (const message of listen(settings, all, options, pace)) hear(message, whole);
      } catch (error) {
        if (!(error instanceof GapError)) throw error;
        isWhole = false;
      }
    }
  }

  let ended: Promise<void> = Promise.resolve();
  const ready = new Promise<void>((resolve, reject) => {
    ended = follow(resolve).catch((error: unknown) => {
      reject(error);
      if (stopping.signal.aborted) return;
      stop();
      throw error;
    });
  });
  // Who waits for neither need not handle either
  ready.catch(() => undefined);
  ended.catch(() => undefined);

  return {
    offers: () => [...copy.standing.values()],
    get: (id) => copy.standing.get(id),
    size: () => copy.standing.size,
    state: () => {
      if (stopping.signal.aborted) return 'stopped';
      if (!isWhole) return 'loading';
      return isConnected ? 'live' : 'waiting';
    },
    ready,
    ended,
    watch: (told) => {
      watchers.add(told);
      return () => void watchers.delete(told);
    },
    stop,
  };
}
