import { run } from '../../../src/cli/index.ts';

/** Runs a command as `runCommand` does, but in this process: for tests that do not need a separate one. */
export async function callCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** Width of the terminal that it writes to; null if it does not write to one. */
  columns: number | null = null,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const printed = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      printed.out += text;
    },
    err: (text: string) => {
      printed.err += text;
    },
    columns: () => columns,
  };
  return { code: await run(words, environment, output), ...printed };
}
