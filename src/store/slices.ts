import { setImmediate as letOthersWork } from 'node:timers/promises';

const leastMs = 4;
const mostMs = 15;
// Of the time that others took before it was this one's turn again
const share = 0.25;

/**
 * Lets long work be done in slices between which others have their turn. The busier they are, the rarer the turns and
 * the longer a slice: in slices of one length rows would wait for tens of turns, and fall behind the more there is to do.
 */
export class Slices {
  readonly #now: () => number;
  #until: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#until = now() + leastMs;
  }

  get isOver(): boolean {
    return this.#now() >= this.#until;
  }

  async rest(): Promise<void> {
    const since = this.#now();
    await letOthersWork();
    const now = this.#now();
    this.#until = now + Math.min(mostMs, Math.max(leastMs, (now - since) * share));
  }
}
