import type { KeyCounts, UsedElsewhere } from '../../api/usage/key-use.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Channel } from './nats/channel.ts';

/** Numbers of requests to one node, by key. */
type Uses = ReadonlyMap<string, KeyCounts>;

type UsesMessage = {
  /** Id of this run of the node. */
  readonly id: string;
  readonly name: string;
  readonly uses: Readonly<Record<string, KeyCounts>>;
};

type NodeUses = { readonly name: string; readonly uses: Map<string, KeyCounts> };

/** Delay for changed counts, so that several are sent together. */
const soonestMs = 50;
/** Interval at which all counts are sent, for those that were sent while NATS could not be reached. */
const allMs = 10_000;
const none: readonly KeyCounts[] = [];

/** Numbers of requests per key to the other nodes of a cluster, as counted by each of them. */
export class OtherUses implements UsedElsewhere {
  readonly #channel: Channel;
  readonly #clock: Pick<Clock, 'after' | 'every'>;
  readonly #own: () => Pick<UsesMessage, 'id' | 'name'>;
  readonly #received = new Map<string, NodeUses>();
  readonly #changed = new Map<string, KeyCounts>();
  #stop: () => void = () => {};
  #stopSoon: () => void = () => {};
  #here: Uses = new Map();
  #isDue = false;

  constructor(channel: Channel, clock: Pick<Clock, 'after' | 'every'>, own: () => Pick<UsesMessage, 'id' | 'name'>) {
    this.#channel = channel;
    this.#clock = clock;
    this.#own = own;
  }

  readonly begin: UsedElsewhere['begin'] = (here) => {
    this.#here = here;
    this.#channel.onMessage('uses', (message) => this.#receive(message as UsesMessage));
    this.#stop = this.#clock.every(allMs, () => this.#announce(here));
    this.#announce(here);
  };

  readonly counts: UsedElsewhere['counts'] = (keyId) => {
    if (this.#received.size === 0) return none;
    return [...this.#received.values()].flatMap(({ uses }) => uses.get(keyId) ?? []);
  };

  readonly changed: UsedElsewhere['changed'] = (keyId, counts) => {
    this.#changed.set(keyId, counts);
    this.#soon();
  };

  leave(): void {
    this.#stop();
    this.#stopSoon();
    this.#announce(this.#changed);
  }

  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#stopSoon = this.#clock.after(soonestMs, () => {
      this.#isDue = false;
      this.#announce(this.#changed);
      this.#changed.clear();
    });
  }

  #announce(uses: Uses): void {
    const { id, name } = this.#own();
    this.#channel.send('uses', { id, name, uses: Object.fromEntries(uses) } satisfies UsesMessage);
  }

  #receive({ id, name, uses }: UsesMessage): void {
    if (id === this.#own().id) return;
    const known = this.#received.get(id) ?? this.#meet(id, name);
    for (const [keyId, counts] of Object.entries(uses)) known.uses.set(keyId, counts);
  }

  /** A new node knows nothing of this one, so all counts are sent. A restarted node has its former counts from its file. */
  #meet(id: string, name: string): NodeUses {
    for (const [previous, received] of this.#received) if (received.name === name) this.#received.delete(previous);
    const met = { name, uses: new Map<string, KeyCounts>() };
    this.#received.set(id, met);
    for (const [keyId, counts] of this.#here) this.#changed.set(keyId, counts);
    this.#soon();
    return met;
  }
}
