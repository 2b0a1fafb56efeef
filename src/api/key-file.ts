import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { Game, Nullable } from '../schema/index.ts';

/** A stored key: it contains the hash of the key text, never the text. */
export const StoredKey = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  /** First characters of the text, to recognise it by. */
  prefix: Type.String(),
  /** SHA-256 of the text, hexadecimal. */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Epoch milliseconds. */
  createdAt: Type.Integer({ minimum: 0 }),
  revokedAt: Nullable(Type.Integer({ minimum: 0 })),
  /** Epoch milliseconds from which the key is refused; never if missing. */
  expiresAt: Type.Optional(Type.Integer({ minimum: 0 })),
  rights: Type.Object({
    websocketAccess: Type.Boolean(),
    /** Has the rights of the operator: managing keys, backups. */
    admin: Type.Optional(Type.Boolean()),
    /** Can create alert rules; default true. */
    alerts: Type.Optional(Type.Boolean()),
    /** A missing limit is the default of the service. */
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1 })),
    requestsPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    connections: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Allowed paths, each including everything below it; all if missing. */
    endpoints: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
    /** Games the key can see; all if missing. */
    games: Type.Optional(Type.Array(Game)),
    /** Names of marketplaces the key can see; all if missing. */
    marketplaces: Type.Optional(Type.Array(Type.String())),
  }),
  /** Only for a session of a browser, which has the rights of another key and is listed apart from keys. */
  session: Type.Optional(
    Type.Object({
      /** Id of that key, or of the operator. */
      keyId: Type.String({ minLength: 1 }),
      /** Which operator token was in force when it was opened; missing where that makes no difference. */
      operatorMark: Type.Optional(Type.String()),
      browser: Nullable(Type.String()),
      system: Nullable(Type.String()),
    }),
  ),
});
export type StoredKey = Static<typeof StoredKey>;

const KeyFile = Type.Object({ version: Type.Literal(1), keys: Type.Array(StoredKey) });

/** The key file cannot be accessed or is corrupt; the operator has to repair it. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** This process may read the keys, but not change them. */
export class KeysReadOnly extends KeyFileError {
  override readonly name = 'KeysReadOnly';
}

/** The keys in the file; none when there is no file. */
export function readKeyFile(file: string): readonly StoredKey[] {
  let text: string;
  try {
    statOf(file);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw unreadable(file, error);
  }
  return keysFrom(text, `the key file ${file}`, 'restore a copy, or move it away to start without keys');
}

/** Parses a key file; `place` and `repair` are for the error message. */
export function keysFrom(text: string, location: string, repair: string): readonly StoredKey[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new KeyFileError(`${location} is not JSON (${messageOf(error)}); ${repair}`, { cause: error });
  }
  if (!Check(KeyFile, content)) throw new KeyFileError(`${location} is not a list of keys of version 1; ${repair}`);
  return content.keys;
}

/** Inverse of `keysFrom`. */
export const keysText = (keys: readonly StoredKey[]): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;

/** A mark that changes with the file; empty when there is no file. */
export function keyFileMark(file: string): string {
  try {
    const stat = statOf(file);
    return stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Throws for anything but a regular file: reading a pipe would block the process for ever. */
function statOf(file: string): Stats | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() === false) throw new Error('it is not a regular file');
  return stat;
}

const unreadable = (file: string, error: unknown): KeyFileError =>
  new KeyFileError(`the key file ${file} cannot be read: ${messageOf(error)}; let this user read it`, { cause: error });

/** Computes new keys from the present ones, and a result to return. */
export type KeyChange<Result> = (keys: readonly StoredKey[]) => {
  readonly keys: readonly StoredKey[];
  readonly result: Result;
};

/** Replaces the keys in the file with the result of `change`. A lock file serialises changes by several processes. */
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

// A lock is held for milliseconds: one that lasts this long belongs to a process that died
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

/** Replaces a file atomically; only its owner, which does not change, can read it. */
export function replaceFile(file: string, text: string): void {
  const next = `${file}.${randomBytes(6).toString('hex')}.next`;
  try {
    const handle = openSync(next, 'wx', 0o600);
    try {
      keepOwner(handle, file);
      // Unlike `writeSync`, it continues after a disk that is nearly full has taken only a part
      writeFileSync(handle, text);
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

/** If root replaces a file, as with `sudo itemtape keys`, the service may run as another user, who has to read it. */
function keepOwner(handle: number, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  try {
    fchownSync(handle, uid, gid);
  } catch {
    // Without the right to do so, or on a file system without owners, it stays root's
  }
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
