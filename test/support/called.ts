import { run } from '../../src/cli/index.ts';

/** Runs a command as `runCommand` does, in this process: for what does not depend on having one of its own. */
export async function callCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** Width of the terminal that it writes to; null is none. */
  columns: number | null = null,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
    columns: () => columns,
  };
  return { code: await run(words, environment, output), ...said };
}
