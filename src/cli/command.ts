import type { Environment, ReadConfig } from '../config.ts';

/** Where a command writes. */
export type Output = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal that `out` writes to; null or missing when `out` is not a terminal. */
  readonly columns?: () => number | null;
};

export type CommandInput = Output & {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: Environment;
  readonly read: ReadConfig;
  /** Reads the current file and environment again, with the same flags. */
  readonly readAgain: () => ReadConfig;
  readonly commands: readonly Command[];
};

/** Resolves to the exit code. */
export type Run = (input: CommandInput) => Promise<number>;

export type Command = {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Arguments, as help shows them after the name. */
  readonly usage: string;
  /** Maximum number of arguments; missing where the command itself checks them. An empty `usage` accepts none. */
  readonly mostWords?: number;
  /** Whether what it creates is only for the user who runs it, independently of the umask: the data folder and copies of it. */
  readonly isPrivate?: true;
  /** Whether it reaches a cluster without its database. */
  readonly needsNoStore?: boolean;
  readonly example: string;
  /** Flags in addition to those of the settings: `takes` names the value ('' for none), `about` says what the flag does. */
  readonly flags: Readonly<Record<string, { readonly takes: string; readonly about: string }>>;
  readonly load: () => Promise<{ readonly run: Run }>;
};

/** The command was called wrongly: shown as one line, without a stack. */
export class UsageError extends Error {}
