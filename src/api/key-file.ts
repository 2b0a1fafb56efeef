import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { Game, Nullable } from '../schema/index.ts';

/** A key as it is kept: the hash of its text, never the text. */
export const KeptKey = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  /** First characters of the text, for recognition. */
  prefix: Type.String(),
  /** SHA-256 of the text, hexadecimal. */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Epoch milliseconds. */
  createdAt: Type.Integer({ minimum: 0 }),
  revokedAt: Nullable(Type.Integer({ minimum: 0 })),
  /** From then on it is refused; missing is never. */
  expiresAt: Type.Optional(Type.Integer({ minimum: 0 })),
  rights: Type.Object({
    websocketAccess: Type.Boolean(),
    /** May do what the operator may: manage keys, take copies. */
    admin: Type.Optional(Type.Boolean()),
    /** May make rules of alerts; so when missing. */
    alerts: Type.Optional(Type.Boolean()),
    /** Missing is as many as anybody. */
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1 })),
    requestsPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    connections: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Addresses with everything below them; missing is all. */
    endpoints: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
    /** That it is shown; missing is all. */
    games: Type.Optional(Type.Array(Game)),
    /** The same by their names. */
    marketplaces: Type.Optional(Type.Array(Type.String())),
  }),
});
export type KeptKey = Static<typeof KeptKey>;

const KeyFile = Type.Object({ version: Type.Literal(1), keys: Type.Array(KeptKey) });

/** The file is out of reach or spoilt, which is the operator's to mend. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The keys in the file; none when there is no file. */
export function readKeyFile(file: string): readonly KeptKey[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw unreadable(file, error);
  }
  return keysFrom(text, `the key file ${file}`, 'put a copy back, or move it away to start without keys');
}

/** The keys in a text, from wherever it is. */
export function keysFrom(text: string, place: string, repair: string): readonly KeptKey[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new KeyFileError(`${place} is not JSON (${messageOf(error)}); ${repair}`, { cause: error });
  }
  if (!Check(KeyFile, content)) throw new KeyFileError(`${place} is not a list of keys of version 1; ${repair}`);
  return content.keys;
}

/** What `keysFrom` reads. */
export const keysText = (keys: readonly KeptKey[]): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;

/** Tells one state of the file from the next; empty when there is no file. */
export function keyFileMark(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown): KeyFileError =>
  new KeyFileError(`the key file ${file} cannot be read: ${messageOf(error)}; let this user read it`, { cause: error });

/** What becomes of all keys, and what to say of it. */
export type KeyChange<Result> = (keys: readonly KeptKey[]) => {
  readonly keys: readonly KeptKey[];
  readonly result: Result;
};

/** Replaces the file by what `change` makes of it; two processes doing so at once do it one after the other. */
export async function changeKeyFile<Result>(file: string, change: KeyChange<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = `${file}.lock`;
  await takeLock(lock);
  try {
    const { keys, result } = change(readKeyFile(file));
    replaceFile(file, keysText(keys));
    return result;
  } finally {
    rmSync(lock, { force: true });
  }
}

// A lock is held for milliseconds: one that stands this long belongs to a process that died
const deadLockMs = 2_000;

async function takeLock(lock: string): Promise<void> {
  let seen = '';
  let waitedMs = 0;
  while (!isCreated(lock)) {
    const mark = keyFileMark(lock);
    waitedMs = mark === seen ? waitedMs + 10 : 0;
    seen = mark;
    if (waitedMs >= deadLockMs) rmSync(lock, { force: true });
    await pause(10);
  }
}

function isCreated(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw new KeyFileError(`the key file cannot be changed: ${messageOf(error)}`, { cause: error });
  }
}

/** Writes a file for its owner alone, whole or not at all. */
export function replaceFile(file: string, text: string): void {
  const next = `${file}.${randomBytes(6).toString('hex')}.next`;
  try {
    const handle = openSync(next, 'wx', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw new KeyFileError(`${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
  syncFolder(dirname(file));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
