import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../api/key-file.ts';
import { isObject } from '../../schema/index.ts';
import { parsedText, storedText } from './stored-file.ts';

/*
 * Credentials that the operator sets on the dashboard are in credentials.json of the data folder, which only its owner can
 * read, under their names in the environment. The environment takes precedence over them.
 */

export type Credentials = ReadonlyMap<string, string>;

const fileIn = (dataFolder: string): string => join(dataFolder, 'credentials.json');

const wrong = (file: string): Error =>
  new Error(`${file} must hold one object that maps names such as CSFLOAT_KEY to strings; correct it, or remove it`);

/** The credentials of a data folder; none if there is no file. Throws if the file is not valid, without quoting it. */
export function readCredentials(dataFolder: string): Credentials {
  const file = fileIn(dataFolder);
  const text = storedText(file);
  if (text === null) return new Map();
  const content = parsedText(text);
  if (!isObject(content)) throw wrong(file);
  const entries = Object.entries(content);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw wrong(file);
  return new Map(entries.filter(([, value]) => value !== ''));
}

/** Removes the permissions of other users to the file; returns whether they had any. */
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

/** Secrets by name: from the environment, else from the data folder. */
export const secretsOver =
  (given: (name: string) => string | null, stored: Credentials) =>
  (name: string): string | null =>
    given(name) ?? stored.get(name) ?? null;
