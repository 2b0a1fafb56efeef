/** A running replay of one subscription: where it starts and ends, and how fast it goes. */
export class Replay {
  /** The replay sends what comes after this sequence. */
  readonly start: number;
  /** Sequence of its last entry; null continues with live messages. */
  readonly last: number | null;
  readonly #speed: number | null;
  readonly #release: () => void;
  /** The past instant at which it starts; null means that of the first entry. */
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

  /** Entries up to this past time are due at an instant of `clock.elapsed`; `first` gets the time of the next entry. */
  due(at: number, first: () => number): number {
    if (this.#speed === null) return Number.POSITIVE_INFINITY;
    this.#begunAt ??= at;
    this.#instant ??= first();
    return this.#instant + (at - this.#begunAt) * this.#speed;
  }

  /** Milliseconds until a past time is due. */
  waitMs(time: number, due: number): number {
    return (time - due) / (this.#speed ?? 1);
  }

  isOver(next: number): boolean {
    return this.last !== null && next > this.last;
  }

  /** Frees its place for others; can be called more than once. */
  end(): void {
    this.#release();
  }
}

/** Limits how many replays run at once. */
export class ReplaySlots {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place and returns a function that frees it; null when all are taken. */
  take(): (() => void) | null {
    if (this.#taken >= this.#max) return null;
    this.#taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= 1;
      isTaken = false;
    };
  }
}
