import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../api/key-file.ts';

/*
 * Whoever can read this file of the data folder is the operator. The first start creates it; a later start replaces it if
 * it holds no token or could be read by others. Deleting it revokes the token and its sessions at the next start.
 */

const fileIn = (dataFolder: string): string => join(dataFolder, 'operator.token');

const form = /^op_[A-Za-z0-9_-]{43}$/;

const isPrivate = (file: string): boolean => (statSync(file).mode & 0o077) === 0;

/** Whether other users of this machine can look into a data folder, which is left as the operator has made it. */
export const isOpenToOthers = (dataFolder: string): boolean =>
  // Windows knows no such permissions and reports all of them
  process.getuid !== undefined && (statSync(dataFolder).mode & 0o007) !== 0;

/** The token of a data folder; null when there is no file, or no token in it. */
export function readOperatorToken(dataFolder: string): string | null {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return null;
  try {
    const text = readFileSync(file, 'utf8').trim();
    return form.test(text) ? text : null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the operator token cannot be read (${why}); run this as the user who owns ${file}`, {
      cause: error,
    });
  }
}

/** The token of a data folder, created if there is no safe one, and a remark for the operator, or null. */
export function openOperatorToken(dataFolder: string): { readonly token: string; readonly remark: string | null } {
  mkdirSync(dataFolder, { recursive: true });
  const file = fileIn(dataFolder);
  const found = readOperatorToken(dataFolder);
  if (found !== null && isPrivate(file)) return { token: found, remark: null };
  const remark = !existsSync(file)
    ? null
    : found === null
      ? `${file} held no token; a new one was created`
      : `${file} could be read by other users of this machine; a new one was created`;
  const token = `op_${randomBytes(32).toString('base64url')}`;
  replaceFile(file, `${token}\n`);
  if (isPrivate(file)) return { token, remark };
  return { token, remark: `other users of this machine can read ${file}, as its file system keeps no permissions` };
}
