import type { Clock } from '../clock.ts';
import type { Connector, HasItem } from '../contract/connector.ts';
import type { Game } from '../schema/index.ts';
import type { CollectLog } from './poll/source-poller.ts';
import type { Limits } from './request/response-body.ts';
import type { ToldTo } from './schedule/told-watch.ts';
import type { Sink } from './sink.ts';

export type CollectorOptions = {
  readonly connectors: readonly Connector[];
  /** The secret of an environment name, null when it is not set. */
  readonly secrets: (env: string) => string | null;
  readonly sink: Sink;
  readonly clock: Clock;
  readonly random: () => number;
  /** Address of a stage that plays the marketplaces, such as http://127.0.0.1:9700; null asks them themselves. */
  readonly relay: string | null;
  readonly log: CollectLog;
  /** Every name worth asking for. */
  readonly names: (game: Game) => Iterable<string>;
  /** For rows of feeds that go by their name; nothing is known unless it is given. */
  readonly hasItem?: HasItem;
  /** What an item is worth, in any one unit; null is nothing. */
  readonly valueOf: (game: Game, name: string) => number | null;
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  /** Whether a source is switched on; null leaves it to its declaration: inferred and costly ones are off. */
  readonly isOn?: (slug: string, source: string) => boolean | null;
  /** Rows of the last complete reading before this start, null when unknown. */
  readonly lastCount?: (slug: string, source: string, game: Game) => number | null;
  /** How far a source had told everything before this start, null when unknown. */
  readonly lastTold?: (slug: string, source: string, game: Game) => ToldTo | null;
  /** Whether marketplaces may be asked now; always when missing. Asked before anything leaves. */
  readonly mayAsk?: () => boolean;
  readonly limits?: Partial<Limits>;
  readonly userAgent?: string;
  /** Over how long the first requests are spread. */
  readonly spreadSeconds?: number;
};
