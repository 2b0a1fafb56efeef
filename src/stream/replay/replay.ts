/** The past being told again to one subscription: from where, up to where, how fast. */
export class Replay {
  /** What comes after this sequence is told. */
  readonly start: number;
  /** Sequence of the last entry of it; null goes on with what comes. */
  readonly last: number | null;
  readonly #speed: number | null;
  readonly #release: () => void;
  /** The instant that is told as it begins; null is that of the first entry. */
  #instant: number | null;
  #begunAt: number | null = null;

  constructor(facts: {
    readonly start: number;
    readonly last: number | null;
    readonly speed: number | null;
    readonly instant: number | null;
    readonly release: () => void;
  }) {
    this.start = facts.start;
    this.last = facts.last;
    this.#speed = facts.speed;
    this.#instant = facts.instant;
    this.#release = facts.release;
  }

  /** Up to which time of the past entries are due; `first` is that of the next one. */
  due(now: number, first: () => number): number {
    if (this.#speed === null) return Number.POSITIVE_INFINITY;
    this.#begunAt ??= now;
    this.#instant ??= first();
    return this.#instant + (now - this.#begunAt) * this.#speed;
  }

  /** How long it is until a time of the past is due. */
  waitMs(time: number, due: number): number {
    return (time - due) / (this.#speed ?? 1);
  }

  isOver(next: number): boolean {
    return this.last !== null && next > this.last;
  }

  /** Gives its place free for others; may be called more than once. */
  end(): void {
    this.#release();
  }
}

/** How many replays there may be at once. */
export class ReplayPlaces {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place and returns how to give it back; null when all are taken. */
  take(): (() => void) | null {
    if (this.#taken >= this.#most) return null;
    this.#taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= 1;
      isTaken = false;
    };
  }
}
