import type { Metric } from '../api/metrics/metrics.ts';
import type { Config } from '../config/settings.ts';

/** Work that is repeated while the service runs; calls can overlap. */
export type Task = { readonly everyMs: number; readonly run: () => unknown };

/** A feature of the running service that works by itself. */
export type Part = {
  readonly tasks: readonly Task[];
  /** Applies changed settings. */
  readonly change?: (config: Config) => void | Promise<void>;
  readonly metrics?: () => readonly Metric[];
  /** Starts nothing more, and waits for what is running. */
  readonly stop: () => Promise<void>;
};
