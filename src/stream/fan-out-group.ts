import { type Filter, FilterMatcher, type TraitsOf } from './filter.ts';
import type { Framing } from './framing.ts';
import type { Shape } from './message.ts';

/** Receives what is sent to a group. */
export type GroupMember = {
  /** `from` is the first sequence that the bytes cover. */
  readonly receive: (bytes: Buffer, messages: number, from: number) => void;
  /** The group cannot send what came from this sequence on. */
  readonly miss: (from: number) => void;
};

export type GroupFacts = { readonly filter: Filter; readonly shape: Shape; readonly framing: Framing };

/** All subscriptions that get the same bytes: filtered once, encoded once. */
export class FanOutGroup {
  readonly key: string;
  readonly matcher: FilterMatcher;
  readonly shape: Shape;
  readonly framing: Framing;
  readonly members = new Set<GroupMember>();
  /** Messages sent since the group was created. */
  sentCount = 0;
  #waiting: Buffer[] = [];

  constructor(key: string, { filter, shape, framing }: GroupFacts, traitsOf: TraitsOf) {
    this.key = key;
    this.matcher = new FilterMatcher(filter, shape.sequence, traitsOf);
    this.shape = shape;
    this.framing = framing;
  }

  /** Queues a frame; true when it is the first one of the run. */
  add(frame: Buffer): boolean {
    return this.#waiting.push(frame) === 1;
  }

  flush(from: number): number {
    const frames = this.#waiting;
    this.#waiting = [];
    const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
    this.sentCount += frames.length;
    const count = frames.length * this.members.size;
    for (const member of this.members) member.receive(bytes, frames.length, from);
    return count;
  }
}

export const groupKey = (facts: GroupFacts): string => JSON.stringify([facts.framing, facts.shape, facts.filter]);
