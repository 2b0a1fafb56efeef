import type { Game } from '../schema/index.ts';

/** One word for how a source is. */
export type HealthState =
  | 'starting'
  | 'live'
  | 'stale'
  | 'limited'
  | 'refused'
  | 'blocked'
  | 'changed'
  | 'shrunk'
  | 'down'
  | 'off';

/** What the operator is shown of one source of one connector for one game. Instants are epoch milliseconds. */
export type SourceHealth = {
  readonly slug: string;
  readonly source: string;
  readonly kind: 'bulk' | 'walk' | 'lookup';
  readonly game: Game;
  readonly evidence: 'recorded' | 'documented' | 'inferred';
  readonly state: HealthState;
  readonly lastOutcome: string | null;
  /** The last failure in words, with what to do; secrets removed. */
  readonly detail: string | null;
  readonly lastAskedAt: number | null;
  readonly lastReadAt: number | null;
  readonly nextAskAt: number | null;
  readonly everySeconds: number;
  readonly requests: number;
  readonly rows: number;
  readonly rejected: number;
  /** Environment variable of the credential it needs and does not have. */
  readonly missingCredential: string | null;
};
