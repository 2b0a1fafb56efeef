import type { Permission, Sighting, Standing } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game, RecordKind, SourceGap } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/rejected-sample.ts';

/** The state of a source in one word. */
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

/** Health of one source of one connector for one game, as operators see it. Times are in epoch milliseconds. */
export type SourceHealth = {
  readonly slug: string;
  readonly source: string;
  readonly kind: 'bulk' | 'walk' | 'lookup' | 'feed';
  readonly game: Game;
  readonly evidence: 'recorded' | 'documented' | 'inferred';
  /** What the marketplace says of programs that read it. */
  readonly permission: Permission;
  readonly yields: readonly RecordKind[];
  /** Whether its marketplace is in business; null when unknown. */
  readonly standing: Standing | null;
  /** When somebody outside the project was last known to read it; null when nobody was. */
  readonly seen: Sighting | null;
  readonly state: HealthState;
  readonly lastOutcome: string | null;
  /** The last failure and what to do about it, with secrets removed. */
  readonly detail: string | null;
  readonly lastAskedAt: number | null;
  readonly lastReadAt: number | null;
  /** The last gap in its readings or its messages. */
  readonly lastGap: Pick<SourceGap, 'from' | 'to'> | null;
  readonly nextAskAt: number | null;
  readonly everySeconds: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
  /** Environment variable of a required credential that is not set. */
  readonly missingCredential: string | null;
  readonly budget: BudgetUse;
  /** Rows that could not be read, from the reading that made it `changed` or `shrunk`; kept until it is live again. */
  readonly sample: readonly RejectedRow[];
};

/** Use of a budget by all sources that share it. */
export type BudgetUse = {
  readonly name: string;
  readonly requests: number;
  readonly perSeconds: number;
  /** Requests in the window that ends now. */
  readonly used: number;
  /** Until when the marketplace allows no requests, in epoch milliseconds; null when it allows them. */
  readonly heldUntil: number | null;
};

// A single lost request does not change the state
const failuresUntilDown = 3;
const staleAfterIntervals = 3;

type RunEnd = {
  readonly outcome: string;
  /** The state that follows from the outcome; null when the outcome says nothing of the source. */
  readonly state: HealthState | null;
  readonly detail: string | null;
  readonly startedAt: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
  readonly rejectedRows: readonly RejectedRow[];
};

export type HealthBook = {
  readonly ended: (ended: RunEnd) => void;
  readonly gap: (gap: Pick<SourceGap, 'from' | 'to'>) => void;
  readonly next: (at: number | null) => void;
  /** What an earlier run has read still holds. */
  readonly readBefore: (at: number) => void;
  readonly turn: (state: HealthState, detail: string | null) => void;
  /** The state regardless of the budget. */
  readonly state: () => HealthState;
  readonly view: () => SourceHealth;
};

type FixedField =
  | 'slug'
  | 'source'
  | 'kind'
  | 'game'
  | 'evidence'
  | 'permission'
  | 'yields'
  | 'everySeconds'
  | 'missingCredential'
  | 'standing'
  | 'seen';

class SourceHealthBook implements HealthBook {
  readonly #fixed;
  readonly #budget;
  readonly #clock;
  #state: HealthState = 'starting';
  #failuresInARow = 0;
  /** On `clock.elapsed`. */
  #readAt: number | null = null;
  #nextAt: number | null = null;
  readonly #seen = {
    lastOutcome: null as string | null,
    detail: null as string | null,
    lastAskedAt: null as number | null,
    lastReadAt: null as number | null,
    lastGap: null as SourceHealth['lastGap'],
    requests: 0,
    rows: 0,
    rejected: 0,
    sample: [] as readonly RejectedRow[],
  };

  constructor(fixed: Pick<SourceHealth, FixedField>, budget: () => BudgetUse, clock: Clock) {
    this.#fixed = fixed;
    this.#budget = budget;
    this.#clock = clock;
  }

  readonly ended: HealthBook['ended'] = (ended) => {
    this.#take(ended.state);
    const isUsed = (ended.state === 'changed' || ended.state === 'shrunk') && ended.rows > ended.rejected;
    if (ended.state === 'live' || isUsed) {
      this.#seen.lastReadAt = this.#clock.now();
      this.#readAt = this.#clock.elapsed();
    } else if (ended.state === null && this.#readAt !== null) {
      // An item of which there is nothing; the source answers as it should
      this.#readAt = this.#clock.elapsed();
    }
    this.#seen.lastAskedAt = ended.startedAt;
    this.#seen.lastOutcome = ended.outcome;
    this.#seen.detail = ended.detail;
    this.#seen.requests += ended.requests;
    this.#seen.rows += ended.rows;
    this.#seen.rejected += ended.rejected;
    if (ended.state === 'live') this.#seen.sample = [];
    else if (ended.state === 'changed' || ended.state === 'shrunk') this.#seen.sample = ended.rejectedRows;
  };

  readonly gap: HealthBook['gap'] = ({ from, to }) => {
    this.#seen.lastGap = { from, to };
  };

  readonly next: HealthBook['next'] = (at) => {
    this.#nextAt = at === null ? null : this.#clock.elapsed() + at - this.#clock.now();
  };

  readonly readBefore: HealthBook['readBefore'] = (at) => {
    this.#state = 'live';
    this.#seen.lastReadAt = at;
    this.#readAt = this.#clock.elapsed() + at - this.#clock.now();
  };

  readonly turn: HealthBook['turn'] = (next, detail) => {
    this.#state = next;
    this.#seen.detail = detail;
  };

  readonly state: HealthBook['state'] = () => this.#stateNow(false);

  readonly view: HealthBook['view'] = () => {
    const used = this.#budget();
    const now = this.#clock.now();
    const at = this.#nextAt === null ? null : Math.ceil(now + this.#nextAt - this.#clock.elapsed());
    return {
      ...this.#fixed,
      ...this.#seen,
      // Were in the future if the clock was set back since
      lastAskedAt: this.#seen.lastAskedAt === null ? null : Math.min(this.#seen.lastAskedAt, now),
      lastReadAt: this.#seen.lastReadAt === null ? null : Math.min(this.#seen.lastReadAt, now),
      nextAskAt: at === null ? null : Math.max(at, used.heldUntil ?? 0),
      budget: used,
      state: this.#stateNow(used.heldUntil !== null),
    };
  };

  #stateNow(isHeld: boolean): HealthState {
    const isSteady = this.#state === 'starting' || this.#state === 'live' || this.#state === 'down';
    if (isSteady && isHeld) return 'limited';
    const isOld =
      this.#readAt !== null &&
      this.#clock.elapsed() - this.#readAt > staleAfterIntervals * this.#fixed.everySeconds * 1000;
    return this.#state === 'live' && isOld ? 'stale' : this.#state;
  }

  #take(said: HealthState | null): void {
    this.#failuresInARow = said === 'down' ? this.#failuresInARow + 1 : 0;
    if (said !== null && (said !== 'down' || this.#failuresInARow >= failuresUntilDown)) this.#state = said;
  }
}

/** Keeps the health of one source for one game. */
export const createHealth = (
  fixed: Pick<SourceHealth, FixedField>,
  budget: () => BudgetUse,
  clock: Clock,
): HealthBook => new SourceHealthBook(fixed, budget, clock);
