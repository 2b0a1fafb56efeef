import type { Environment, ReadConfig } from '../config.ts';

/** Where a command writes. */
export type Output = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal that `out` writes to; null, or missing, when it is none. */
  readonly columns?: () => number | null;
};

export type CommandInput = Output & {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: Environment;
  readonly read: ReadConfig;
  /** Reads the same file and environment, with the same flags, as they are by then. */
  readonly readAgain: () => ReadConfig;
  /** Every command there is. */
  readonly commands: readonly Command[];
};

/** Resolves to the exit code. */
export type Run = (input: CommandInput) => Promise<number>;

export type Command = {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** What stands behind the name. */
  readonly usage: string;
  /** How many words that may be at most, where the command does not see to it; none where `usage` is empty. */
  readonly mostWords?: number;
  readonly example: string;
  /** Flags of its own, beside those of the settings: what each takes ('' for nothing) and what it does. */
  readonly flags: Readonly<Record<string, { readonly takes: string; readonly about: string }>>;
  readonly load: () => Promise<{ readonly run: Run }>;
};

/** A mistake of the caller: shown as one line, without a stack. */
export class UsageError extends Error {}
