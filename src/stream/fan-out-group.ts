import { type Filter, Judge } from './filter.ts';
import type { Framing } from './framing.ts';
import type { Shape } from './message.ts';

/** Takes what an audience is told. */
export type Listener = {
  /** `from` is the sequence from which on the bytes hold everything. */
  readonly hear: (bytes: Buffer, messages: number, from: number) => void;
  /** What it had to hear from this sequence on is not to be had from the audience. */
  readonly miss: (from: number) => void;
};

export type AudienceFacts = { readonly filter: Filter; readonly shape: Shape; readonly framing: Framing };

/** All listeners that get the same bytes: asked once, encoded once. */
export class Audience {
  readonly key: string;
  readonly judge: Judge;
  readonly shape: Shape;
  readonly framing: Framing;
  readonly listeners = new Set<Listener>();
  /** Messages since the audience exists. */
  told = 0;
  #waiting: Buffer[] = [];

  constructor(key: string, { filter, shape, framing }: AudienceFacts) {
    this.key = key;
    this.judge = new Judge(filter, shape.sequence);
    this.shape = shape;
    this.framing = framing;
  }

  /** Whether it is the first frame of the run. */
  add(frame: Buffer): boolean {
    return this.#waiting.push(frame) === 1;
  }

  flush(from: number): number {
    const frames = this.#waiting;
    this.#waiting = [];
    const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
    this.told += frames.length;
    const count = frames.length * this.listeners.size;
    for (const listener of this.listeners) listener.hear(bytes, frames.length, from);
    return count;
  }
}

export const audienceKey = (facts: AudienceFacts): string => JSON.stringify([facts.framing, facts.shape, facts.filter]);
