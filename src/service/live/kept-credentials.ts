import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../api/key-file.ts';

/*
 * Credentials that the operator has written by the dashboard stand in credentials.json of the data folder, by the names
 * that they have in the environment, and for the owner of the file alone. What the environment has goes before them.
 */

export type Credentials = ReadonlyMap<string, string>;

const fileIn = (dataFolder: string): string => join(dataFolder, 'credentials.json');

const wrong = (file: string): Error =>
  new Error(`${file} must hold one object from names such as CSFLOAT_KEY to texts; correct it, or remove it`);

/** Those of a data folder; none where there is no file. Throws a sentence where the file says something else, without what it says. */
export function readCredentials(dataFolder: string): Credentials {
  const file = fileIn(dataFolder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    throw new Error(`${file} cannot be read (${code ?? message}); correct its rights`, { cause: error });
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // What the parser says may quote a secret
    throw wrong(file);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw wrong(file);
  const entries = Object.entries(content);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw wrong(file);
  return new Map(entries.filter(([, value]) => value !== ''));
}

/** Takes from others of this machine what rights they have to the file; whether they had any. */
export function closeToOthers(dataFolder: string): boolean {
  const file = fileIn(dataFolder);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0) return false;
  chmodSync(file, 0o600);
  return true;
}

export function writeCredentials(dataFolder: string, credentials: Credentials): void {
  replaceFile(fileIn(dataFolder), `${JSON.stringify(Object.fromEntries(credentials), null, 2)}\n`);
}

/** Secrets by their names: what the environment has, else what the data folder has. */
export const secretsOver =
  (given: (name: string) => string | null, kept: Credentials) =>
  (name: string): string | null =>
    given(name) ?? kept.get(name) ?? null;
