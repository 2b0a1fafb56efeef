import type { ElsewhereConnected } from '../../api/stream/connection-limits.ts';
import { type Clock, wait } from '../../runtime/clock.ts';
import type { Position } from '../../schema/index.ts';
import type { Channel } from './nats/channel.ts';

/** The report of a node, sent four times a second. */
export type NodeReport = {
  /** Id of this run of the node. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly roles: readonly string[];
  /** Roles that only one node can have at a time, and that this one has now. */
  readonly works: readonly string[];
  readonly isReady: boolean;
  readonly epoch: string;
  /** Newest record of the tape that it has. */
  readonly sequence: number;
  /** Open connections to the stream, by key. */
  readonly connections: Readonly<Record<string, number>>;
  /** Number of sources of each budget that it could read; only from nodes that collect. */
  readonly asks?: Readonly<Record<string, number>>;
  /** Its time of day, epoch milliseconds, and its settings that all nodes should have alike; earlier releases send neither. */
  readonly at?: number;
  readonly settings?: Readonly<Record<string, string>>;
};

export type KnownNode = NodeReport & { readonly isThis: boolean; readonly silentMs: number };

const reportMs = 250;
/** Delay for changed connections, so that several are sent together. */
const soonestMs = 50;
/** The connections of a node that is silent for this long no longer count. */
const countedMs = 1_000;
/** A node that is silent for this long is no longer listed. */
const shownMs = 600_000;
/** Within this time a node that NATS reaches has reported, also if it is busy or had to reconnect. */
const metMs = 2_000;

type ReceivedReport = { readonly report: NodeReport; readonly at: number };
type NodeMessage = NodeReport & { readonly leaves?: boolean };

/** The nodes of a cluster, from their own reports. */
export class OtherNodes {
  readonly #channel: Channel;
  readonly #clock: Pick<Clock, 'elapsed' | 'after' | 'every'>;
  readonly #own: () => Omit<NodeReport, 'connections' | 'asks'>;
  readonly #reported: (report: NodeReport) => void;
  readonly #received = new Map<string, ReceivedReport>();
  #stop: () => void = () => {};
  #stopSoon: () => void = () => {};
  #connections: ReadonlyMap<string, number> = new Map();
  #asks: Readonly<Record<string, number>> = {};
  #isDue = false;
  #begunAt = 0;

  constructor(
    channel: Channel,
    clock: Pick<Clock, 'elapsed' | 'after' | 'every'>,
    own: () => Omit<NodeReport, 'connections' | 'asks'>,
    reported: (report: NodeReport) => void = () => {},
  ) {
    this.#channel = channel;
    this.#clock = clock;
    this.#own = own;
    this.#reported = reported;
  }

  begin(): void {
    this.#begunAt = this.#clock.elapsed();
    this.#channel.onMessage('node', (message) => this.#receive(message as NodeMessage));
    this.#stop = this.#clock.every(reportMs, () => this.announce());
    this.announce();
  }

  report(): NodeReport {
    return { ...this.#own(), connections: Object.fromEntries(this.#connections), asks: this.#asks };
  }

  /** Sets the number of sources of each budget that this node could read. */
  canAsk(asks: Readonly<Record<string, number>>): void {
    this.#asks = asks;
    this.announce();
  }

  announce(): void {
    this.#isDue = false;
    this.#channel.send('node', this.report());
  }

  /** Whether another node has had records of an epoch beyond these; waits until all nodes have had time to report. */
  async hadMoreThan({ epoch, sequence }: Position, signal: AbortSignal): Promise<boolean> {
    await wait(this.#clock, this.#begunAt + metMs - this.#clock.elapsed(), signal);
    return [...this.#received.values()].some(({ report }) => report.epoch === epoch && report.sequence > sequence);
  }

  /** All nodes, including silent ones: this one first, then by name. */
  list(): KnownNode[] {
    const now = this.#clock.elapsed();
    const others = [...this.#received.values()].map(({ report, at }) => ({
      ...report,
      isThis: false,
      silentMs: now - at,
    }));
    others.sort((a, b) => (a.name < b.name ? -1 : 1));
    return [{ ...this.report(), isThis: true, silentMs: 0 }, ...others];
  }

  readonly connections: ElsewhereConnected = {
    count: (keyId) => {
      const since = this.#clock.elapsed() - countedMs;
      let count = 0;
      for (const { report, at } of this.#received.values()) if (at >= since) count += report.connections[keyId] ?? 0;
      return count;
    },
    changed: (here) => {
      this.#connections = here;
      if (this.#isDue) return;
      this.#isDue = true;
      this.#stopSoon = this.#clock.after(soonestMs, () => this.announce());
    },
  };

  leave(): void {
    this.#stop();
    this.#stopSoon();
    this.#channel.send('node', { ...this.report(), leaves: true });
  }

  #receive({ leaves = false, ...report }: NodeMessage): void {
    if (report.id === this.#own().id) return;
    const now = this.#clock.elapsed();
    for (const [id, { at }] of this.#received) if (now - at > shownMs) this.#received.delete(id);
    // A restarted node is another run under the same name
    for (const [id, { report: previous, at }] of this.#received)
      if (previous.name === report.name && now - at > countedMs) this.#received.delete(id);
    if (!leaves) this.#reported(report);
    if (!leaves) this.#received.set(report.id, { report, at: now });
  }
}
