import { readFileSync } from 'node:fs';
import { StartRefused } from '../../schema/index.ts';

/** The text of a file of the data folder; null if there is none. Throws StartRefused when it cannot be read. */
export function storedText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new StartRefused(`${file} cannot be read (${code ?? message}); correct its permissions`);
  }
}

/** What a text is as JSON; undefined if it is none. The message of the parser is left out, as it can quote a secret. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
