import type { ElsewhereConnected } from '../../api/stream/connection-limits.ts';
import type { Clock } from '../../clock.ts';
import type { Channel } from '../../cluster/channel.ts';

/** What a node says of itself, four times a second. */
export type NodeWord = {
  /** Of this run of it. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly roles: readonly string[];
  /** Those of its roles that it fills now, where only one node can. */
  readonly works: readonly string[];
  readonly isReady: boolean;
  readonly epoch: string;
  /** Newest record of the tape that it has. */
  readonly sequence: number;
  /** Open connections to the stream, by key. */
  readonly connections: Readonly<Record<string, number>>;
  /** How many sources of each budget it could ask; of nodes that collect. */
  readonly asks?: Readonly<Record<string, number>>;
};

export type KnownNode = NodeWord & { readonly isThis: boolean; readonly silentMs: number };

const wordMs = 250;
/** Of changed connections, which are told at once, but not each by itself. */
const soonestMs = 50;
/** From whom nothing came for so long has no connections any more. */
const countedMs = 1_000;
/** And is not shown any more. */
const shownMs = 600_000;

type Heard = { readonly word: NodeWord; readonly at: number };
type Said = NodeWord & { readonly leaves?: boolean };

/** The nodes of a cluster, as each of them says it is. */
export class OtherNodes {
  readonly #channel: Channel;
  readonly #clock: Pick<Clock, 'elapsed' | 'after' | 'every'>;
  readonly #own: () => Omit<NodeWord, 'connections' | 'asks'>;
  readonly #heard = new Map<string, Heard>();
  #stop: () => void = () => {};
  #stopSoon: () => void = () => {};
  #connections: ReadonlyMap<string, number> = new Map();
  #asks: Readonly<Record<string, number>> = {};
  #isDue = false;

  constructor(
    channel: Channel,
    clock: Pick<Clock, 'elapsed' | 'after' | 'every'>,
    own: () => Omit<NodeWord, 'connections' | 'asks'>,
  ) {
    this.#channel = channel;
    this.#clock = clock;
    this.#own = own;
  }

  begin(): void {
    this.#channel.hear('node', (said) => this.#hear(said as Said));
    this.#stop = this.#clock.every(wordMs, () => this.say());
    this.say();
  }

  word(): NodeWord {
    return { ...this.#own(), connections: Object.fromEntries(this.#connections), asks: this.#asks };
  }

  /** What this node could ask from now on. */
  canAsk(asks: Readonly<Record<string, number>>): void {
    this.#asks = asks;
    this.say();
  }

  say(): void {
    this.#isDue = false;
    this.#channel.tell('node', this.word());
  }

  /** This one first, then by name; those that have said nothing for a while, too. */
  list(): KnownNode[] {
    const now = this.#clock.elapsed();
    const others = [...this.#heard.values()].map(({ word, at }) => ({ ...word, isThis: false, silentMs: now - at }));
    others.sort((a, b) => (a.name < b.name ? -1 : 1));
    return [{ ...this.word(), isThis: true, silentMs: 0 }, ...others];
  }

  readonly connections: ElsewhereConnected = {
    count: (keyId) => {
      const since = this.#clock.elapsed() - countedMs;
      let count = 0;
      for (const { word, at } of this.#heard.values()) if (at >= since) count += word.connections[keyId] ?? 0;
      return count;
    },
    changed: (here) => {
      this.#connections = here;
      if (this.#isDue) return;
      this.#isDue = true;
      this.#stopSoon = this.#clock.after(soonestMs, () => this.say());
    },
  };

  leave(): void {
    this.#stop();
    this.#stopSoon();
    this.#channel.tell('node', { ...this.word(), leaves: true });
  }

  #hear({ leaves = false, ...word }: Said): void {
    if (word.id === this.#own().id) return;
    const now = this.#clock.elapsed();
    for (const [id, { at }] of this.#heard) if (now - at > shownMs) this.#heard.delete(id);
    // Started again, it is another run of the same node
    for (const [id, { word: former, at }] of this.#heard)
      if (former.name === word.name && now - at > countedMs) this.#heard.delete(id);
    if (!leaves) this.#heard.set(word.id, { word, at: now });
  }
}
