import type { Game } from '../schema/index.ts';

/** One word for how a source is. */
export type HealthState =
  | 'starting'
  | 'live'
  | 'stale'
  | 'limited'
  | 'refused'
  | 'blocked'
  | 'changed'
  | 'shrunk'
  | 'down'
  | 'off';

/** What the operator is shown of one source of one connector for one game. Instants are epoch milliseconds. */
export type SourceHealth = {
  readonly slug: string;
  readonly source: string;
  readonly kind: 'bulk' | 'walk' | 'lookup' | 'feed';
  readonly game: Game;
  readonly evidence: 'recorded' | 'documented' | 'inferred';
  readonly state: HealthState;
  readonly lastOutcome: string | null;
  /** The last failure in words, with what to do; secrets removed. */
  readonly detail: string | null;
  readonly lastAskedAt: number | null;
  readonly lastReadAt: number | null;
  readonly nextAskAt: number | null;
  readonly everySeconds: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
  /** Environment variable of the credential it needs and does not have. */
  readonly missingCredential: string | null;
};

// One lost request is no news
const failuresUntilDown = 3;
const staleAfterIntervals = 3;

type Ended = {
  readonly outcome: string;
  /** The word the outcome stands for. */
  readonly state: HealthState;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
};

export type HealthBook = {
  readonly ended: (ended: Ended) => void;
  readonly next: (at: number | null) => void;
  readonly turn: (state: HealthState, detail: string | null) => void;
  /** `heldUntil` is 0 when the budget of the source is free. */
  readonly view: (heldUntil: number) => SourceHealth;
};

type Fixed = 'slug' | 'source' | 'kind' | 'game' | 'evidence' | 'everySeconds' | 'missingCredential';

/** Keeps the health of one source for one game. */
export function createHealth(fixed: Pick<SourceHealth, Fixed>, now: () => number): HealthBook {
  let state: HealthState = 'starting';
  let failuresInARow = 0;
  const seen = {
    lastOutcome: null as string | null,
    detail: null as string | null,
    lastAskedAt: null as number | null,
    lastReadAt: null as number | null,
    nextAskAt: null as number | null,
    requests: 0,
    rows: 0,
    rejected: 0,
  };

  function stateNow(heldUntil: number): HealthState {
    const isSteady = state === 'starting' || state === 'live' || state === 'down';
    if (isSteady && heldUntil > 0) return 'limited';
    const isOld = seen.lastReadAt !== null && now() - seen.lastReadAt > staleAfterIntervals * fixed.everySeconds * 1000;
    return state === 'live' && isOld ? 'stale' : state;
  }

  return {
    ended: (ended) => {
      failuresInARow = ended.state === 'down' ? failuresInARow + 1 : 0;
      if (ended.state !== 'down' || failuresInARow >= failuresUntilDown) state = ended.state;
      const isUsed = (ended.state === 'changed' || ended.state === 'shrunk') && ended.rows > ended.rejected;
      if (ended.state === 'live' || isUsed) seen.lastReadAt = now();
      seen.lastAskedAt = ended.startedAt;
      seen.lastOutcome = ended.outcome;
      seen.detail = ended.detail;
      seen.requests += ended.requests;
      seen.rows += ended.rows;
      seen.rejected += ended.rejected;
    },
    next: (at) => {
      seen.nextAskAt = at;
    },
    turn: (next, detail) => {
      state = next;
      seen.detail = detail;
    },
    view: (heldUntil) => {
      const nextAskAt = seen.nextAskAt === null ? null : Math.max(seen.nextAskAt, heldUntil);
      return { ...fixed, ...seen, nextAskAt, state: stateNow(heldUntil) };
    },
  };
}
