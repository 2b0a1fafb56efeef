import type { Environment, ReadConfig } from '../config/config.ts';
import { type Flags, type GivenFlags, type Values, valuesOf } from './flags.ts';

/** Where a command writes. */
export type Output = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal that `out` writes to; null or missing when `out` is not a terminal. */
  readonly columns?: () => number | null;
};

/** What a command is called with; `Given` are the values of its own flags. */
export type CommandInput<Given = object> = Output & {
  readonly positionals: readonly string[];
  readonly flags: Given;
  readonly environment: Environment;
  readonly read: ReadConfig;
  /** Reads the current file and environment again, with the same flags. */
  readonly readAgain: () => ReadConfig;
  readonly allCommands: () => Promise<readonly NamedCommand[]>;
};

/** Resolves to the exit code. */
type Run<Given> = (input: CommandInput<Given>) => Promise<number>;

type About = {
  /** One sentence. */
  readonly about: string;
  /** Arguments, as help shows them after the name. */
  readonly usage: string;
  /** Maximum number of arguments; missing where the command itself checks them. An empty `usage` accepts none. */
  readonly maxWords?: number;
  /** Whether what it creates is only for the user who runs it, independently of the umask: the data folder and copies of it. */
  readonly isPrivate?: true;
  /** Whether it reaches a cluster without its database. */
  readonly needsNoStore?: boolean;
  readonly example: string;
};

/** A command of which only its module knows what its flags mean. */
export type Command = About & {
  /** Flags in addition to those of the settings, by their names on the command line. */
  readonly flags: Readonly<Record<string, { readonly takes: string; readonly about: string }>>;
  readonly run: Run<GivenFlags>;
};

export type NamedCommand = Command & { readonly name: string };

/** Declares a command. */
export function defineCommand<const Own extends Flags>({
  flags,
  run,
  ...about
}: About & { readonly flags: Own; readonly run: Run<Values<Own>> }): Command {
  return {
    ...about,
    flags: Object.fromEntries(Object.values(flags).map((flag) => [flag.name, flag])),
    run: (input) => run({ ...input, flags: valuesOf(flags, input.flags) }),
  };
}
