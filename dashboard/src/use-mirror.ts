import type { Mirror, MirroredOffer } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import type { Game } from './games.ts';
import { serviceTape } from './tape.ts';
import { failureText, refusalText } from './use-query.ts';

export type MirrorState = {
  readonly offers: readonly MirroredOffer[];
  readonly state: ReturnType<Mirror['state']>;
  readonly failure: string | null;
  /** The service's reason for refusing a connection that is being retried. */
  readonly refusal: string | null;
  /** Ids of offers whose price rose or fell recently. */
  readonly moved: ReadonlyMap<string, 'up' | 'down'>;
};

const nothing: MirrorState = { offers: [], state: 'loading', failure: null, refusal: null, moved: new Map() };
const flashMs = 1500;
const lookEveryMs = 250;

/** All offers of one item, live. */
export function useMirror(game: Game, name: string): MirrorState {
  const [mirrored, setMirrored] = useState(nothing);
  useEffect(() => {
    const moved = new Map<string, 'up' | 'down'>();
    let isStale = true;
    let refusal: string | null = null;
    const mirror = serviceTape().mirror(
      { games: game, items: name },
      {
        onConnection: (connection, why) => {
          // A service that stops does not lift its refusal, and what is polled because of it stays in view
          refusal = connection === 'live' ? null : (refusalText(why) ?? refusal);
          isStale = true;
        },
      },
    );
    let lastState: MirrorState['state'] = 'loading';
    let failure: string | null = null;
    const forget = mirror.watch((change) => {
      isStale = true;
      if (change.kind === 'removed' || change.before === null) return;
      const { id, data } = change.offer;
      const before = change.before.data.priceUSD;
      if (data.priceUSD === before) return;
      moved.set(id, data.priceUSD > before ? 'up' : 'down');
      setTimeout(() => {
        moved.delete(id);
        isStale = true;
      }, flashMs);
    });
    mirror.ended.catch((error: unknown) => {
      failure = failureText(error);
      isStale = true;
    });
    const look = setInterval(() => {
      const state = mirror.state();
      if (!isStale && state === lastState) return;
      isStale = false;
      lastState = state;
      setMirrored({ offers: mirror.offers(), state, failure, refusal, moved: new Map(moved) });
    }, lookEveryMs);
    return () => {
      forget();
      clearInterval(look);
      mirror.stop();
      setMirrored(nothing);
    };
  }, [game, name]);
  return mirrored;
}
