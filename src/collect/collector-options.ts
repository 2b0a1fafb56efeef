import type { Connector, HasItem } from '../contract/connector.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Game, ItemAttributes } from '../schema/index.ts';
import type { KnownAt } from './known-item.ts';
import type { ReadingSize } from './poll/shrink-guard.ts';
import type { CollectLog } from './poll/source-poller.ts';
import type { Limits } from './request/response-body.ts';
import type { CompleteUntil } from './schedule/completeness-watch.ts';
import type { ScheduleMemory } from './schedule/schedule-memory.ts';
import type { Sink } from './sink.ts';

export type CollectorOptions = {
  readonly connectors: readonly Connector[];
  /** The secret in an environment variable; null when it is not set. */
  readonly secrets: (env: string) => string | null;
  readonly sink: Sink;
  readonly clock: Clock;
  readonly random: () => number;
  /** URL of a stage that plays the marketplaces, such as http://127.0.0.1:9700; null for the real marketplaces. */
  readonly relay: string | null;
  readonly log: CollectLog;
  /** All item names worth looking up. */
  readonly names: (game: Game) => Iterable<string>;
  /** For feeds whose rows are assigned to a game by item name. Default: no item is known. */
  readonly hasItem?: HasItem;
  /** What an item is worth, in any unit that is the same for all; null means nothing. */
  readonly valueOf: (game: Game, name: string) => number | null;
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  /** What the service holds of an item there, against which answers are checked. Default: nothing. */
  readonly knownAt?: KnownAt;
  /** What is known of an item itself, whichever marketplace tells it. Default: nothing. */
  readonly itemAttributes?: (game: Game, name: string) => ItemAttributes;
  /** Whether a source is enabled; null leaves it to its declaration: inferred sources and those with `onRequest` are off. */
  readonly isOn?: (slug: string, source: string) => boolean | null;
  /** The size of the last complete reading before this start, null when unknown. */
  readonly lastReading?: (slug: string, source: string, game: Game) => ReadingSize | null;
  /** Up to when a source was complete before this start; null when unknown. */
  readonly lastCompleteness?: (slug: string, source: string, game: Game) => CompleteUntil | null;
  /** Keeps across restarts what marketplaces have counted and what they ask us to wait for. Default: nothing is kept. */
  readonly scheduleMemory?: ScheduleMemory | null;
  /** Whether requests to marketplaces are allowed now. Called before each request and connection. Default: always. */
  readonly mayAsk?: () => boolean;
  readonly limits?: Partial<Limits>;
  readonly userAgent: string;
  /** The time over which the first requests are spread. */
  readonly spreadSeconds?: number;
};
