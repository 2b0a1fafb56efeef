import { GapError } from './errors.ts';
import type { OfferMessage } from './generated/stream.ts';
import { type ListenOptions, type ListenSettings, listen, type StreamMessage, type Wish } from './listen.ts';

/** An offer that is on sale now. */
export type MirroredOffer = Pick<OfferMessage, 'marketplace' | 'game' | 'phase' | 'data'> & { readonly id: string };

export type MirrorChange =
  | { readonly kind: 'set'; readonly offer: MirroredOffer; readonly before: MirroredOffer | null }
  | { readonly kind: 'removed'; readonly offer: MirroredOffer };

/** A local copy of what is on sale, kept up to date until it is stopped. */
export type Mirror = {
  readonly offers: () => readonly MirroredOffer[];
  readonly get: (id: string) => MirroredOffer | undefined;
  readonly size: () => number;
  /** `loading` until all that is on sale has come once, `waiting` while the connection is lost. */
  readonly state: () => 'loading' | 'live' | 'waiting' | 'stopped';
  /** Resolves once the copy is whole; rejects when it never will be. */
  readonly ready: Promise<void>;
  /** Tells every change from now on; the result ends it. */
  readonly watch: (told: (change: MirrorChange) => void) => () => void;
  readonly stop: () => void;
};

/** Begins a mirror. What was missed beyond what the service keeps is found by comparing with all that is on sale. */
export function startMirror(
  settings: ListenSettings,
  wish: Omit<Wish, 'channels' | 'snapshot' | 'events' | 'newFloorOnly'>,
  { signal, silenceSeconds }: Pick<ListenOptions, 'signal' | 'silenceSeconds'> = {},
): Mirror {
  const live = new Map<string, MirroredOffer>();
  const watchers = new Set<(change: MirrorChange) => void>();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  let isWhole = false;
  let isConnected = false;
  /** Ids that a snapshot under way has named. */
  let named: Set<string> | null = null;

  const tell = (change: MirrorChange) => {
    for (const watcher of watchers) watcher(change);
  };

  function set(message: OfferMessage, id: string): void {
    const { marketplace, game, phase, data } = message;
    const before = live.get(id) ?? null;
    const offer: MirroredOffer = { id, marketplace, game, ...(phase !== undefined && { phase }), data };
    named?.add(id);
    live.set(id, offer);
    if (before === null || JSON.stringify(before.data) !== JSON.stringify(data)) tell({ kind: 'set', offer, before });
  }

  function remove(id: string): void {
    const offer = live.get(id);
    named?.delete(id);
    if (offer !== undefined && live.delete(id)) tell({ kind: 'removed', offer });
  }

  function hear(message: StreamMessage, whole: () => void): void {
    if (message.type === 'offer' && message.id !== undefined) {
      if (message.eventType === 'Removed') remove(message.id);
      else set(message, message.id);
    }
    if (message.type !== 'snapshotEnd') return;
    for (const id of [...live.keys()]) if (named !== null && !named.has(id)) remove(id);
    named = null;
    isWhole = true;
    whole();
  }

  async function follow(whole: () => void): Promise<void> {
    for (;;) {
      const options: ListenOptions = {
        signal: stopping.signal,
        ...(silenceSeconds !== undefined && { silenceSeconds }),
        onConnection: (state) => {
          isConnected = state === 'live';
          // A snapshot that was cut short begins anew
          if (isConnected && named !== null) named = new Set();
        },
      };
      named = new Set();
      try {
        const all = { ...wish, snapshot: true, events: ['Added', 'Updated', 'Removed'] } as const;
        for await (const message of listen(settings, all, options)) hear(message, whole);
      } catch (error) {
        if (!(error instanceof GapError)) throw error;
      }
    }
  }

  const ready = new Promise<void>((resolve, reject) => {
    follow(resolve).catch((error: unknown) => {
      stop();
      reject(error);
    });
  });
  // Who only watches need not wait for it
  ready.catch(() => undefined);

  return {
    offers: () => [...live.values()],
    get: (id) => live.get(id),
    size: () => live.size,
    state: () => {
      if (stopping.signal.aborted) return 'stopped';
      if (!isConnected) return isWhole ? 'waiting' : 'loading';
      return isWhole && named === null ? 'live' : 'loading';
    },
    ready,
    watch: (told) => {
      watchers.add(told);
      return () => void watchers.delete(told);
    },
    stop,
  };
}
