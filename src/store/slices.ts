import { turn } from '../runtime/turn.ts';

const sliceMs = 3;

/** Splits long work into slices, with a turn of the event loop in between. */
export class Slices {
  readonly #now: () => number;
  #until: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#until = now() + sliceMs;
  }

  get isOver(): boolean {
    return this.#now() >= this.#until;
  }

  async rest(): Promise<void> {
    await turn();
    this.#until = this.#now() + sliceMs;
  }
}
