import type { Sighting, Standing } from '../../contract/connector.ts';
import type { Game, RecordKind } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/rejected-sample.ts';

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
  readonly yields: readonly RecordKind[];
  /** Whether its marketplace is in business, null where nobody says. */
  readonly standing: Standing | null;
  /** When somebody outside was last known to read it, null where nobody was. */
  readonly seen: Sighting | null;
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
  readonly budget: BudgetUse;
  /** What could not be read, from the reading that made it changed or shrunk, until it reads well again. */
  readonly sample: readonly RejectedRow[];
};

/** What the sources of a marketplace that share a budget have used of it. */
export type BudgetUse = {
  readonly name: string;
  readonly requests: number;
  readonly perSeconds: number;
  /** Requests of the window that ends now. */
  readonly used: number;
  /** Epoch milliseconds until which the marketplace lets nobody ask, null when it does. */
  readonly heldUntil: number | null;
};

// One lost request is no news
const failuresUntilDown = 3;
const staleAfterIntervals = 3;

type RunEnd = {
  readonly outcome: string;
  /** The word the outcome stands for, null where it says nothing of the source. */
  readonly state: HealthState | null;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
  readonly offenders: readonly RejectedRow[];
};

export type HealthBook = {
  readonly ended: (ended: RunEnd) => void;
  readonly next: (at: number | null) => void;
  readonly turn: (state: HealthState, detail: string | null) => void;
  /** The word for it, whatever its budget does. */
  readonly state: () => HealthState;
  readonly view: () => SourceHealth;
};

type Fixed =
  | 'slug'
  | 'source'
  | 'kind'
  | 'game'
  | 'evidence'
  | 'yields'
  | 'everySeconds'
  | 'missingCredential'
  | 'standing'
  | 'seen';

/** Keeps the health of one source for one game; `clock` is never set. */
export function createHealth(
  fixed: Pick<SourceHealth, Fixed>,
  budget: () => BudgetUse,
  now: () => number,
  clock: () => number,
): HealthBook {
  let state: HealthState = 'starting';
  let failuresInARow = 0;
  /** On the clock. */
  let readAt: number | null = null;
  let nextAt: number | null = null;
  const seen = {
    lastOutcome: null as string | null,
    detail: null as string | null,
    lastAskedAt: null as number | null,
    lastReadAt: null as number | null,
    requests: 0,
    rows: 0,
    rejected: 0,
    sample: [] as readonly RejectedRow[],
  };

  function stateNow(isHeld: boolean): HealthState {
    const isSteady = state === 'starting' || state === 'live' || state === 'down';
    if (isSteady && isHeld) return 'limited';
    const isOld = readAt !== null && clock() - readAt > staleAfterIntervals * fixed.everySeconds * 1000;
    return state === 'live' && isOld ? 'stale' : state;
  }

  function take(said: HealthState | null): void {
    failuresInARow = said === 'down' ? failuresInARow + 1 : 0;
    if (said !== null && (said !== 'down' || failuresInARow >= failuresUntilDown)) state = said;
  }

  return {
    ended: (ended) => {
      take(ended.state);
      const isUsed = (ended.state === 'changed' || ended.state === 'shrunk') && ended.rows > ended.rejected;
      if (ended.state === 'live' || isUsed) {
        seen.lastReadAt = now();
        readAt = clock();
      }
      seen.lastAskedAt = ended.startedAt;
      seen.lastOutcome = ended.outcome;
      seen.detail = ended.detail;
      seen.requests += ended.requests;
      seen.rows += ended.rows;
      seen.rejected += ended.rejected;
      if (ended.state === 'live') seen.sample = [];
      else if (ended.state === 'changed' || ended.state === 'shrunk') seen.sample = ended.offenders;
    },
    next: (at) => {
      nextAt = at === null ? null : clock() + at - now();
    },
    turn: (next, detail) => {
      state = next;
      seen.detail = detail;
    },
    state: () => stateNow(false),
    view: () => {
      const used = budget();
      const at = nextAt === null ? null : Math.ceil(now() + nextAt - clock());
      const nextAskAt = at === null ? null : Math.max(at, used.heldUntil ?? 0);
      return { ...fixed, ...seen, nextAskAt, budget: used, state: stateNow(used.heldUntil !== null) };
    },
  };
}
