import { hash, randomBytes } from 'node:crypto';
import { createEndedKeys } from './ended-keys.ts';
import { type KeyLog, openKeptKeys } from './kept-keys.ts';
import { changeKeyFile, type KeptKey } from './key-file.ts';

/** What is shown of a key; its text is shown once, by `create`. */
export type Key = Omit<KeptKey, 'hash'> & {
  /** Name of the service in the address under which a session was opened; missing for a key of the file. */
  readonly host?: string;
};

export type KeyCheck =
  | { readonly state: 'ok'; readonly key: Key }
  | { readonly state: 'missing' | 'invalid' | 'disabled' };

export type Keys = {
  /** `text` is the key itself and is kept nowhere. */
  readonly create: (wish: KeyWish) => Promise<{ readonly text: string; readonly key: Key }>;
  /** A key for one session of the pages, valid for half a day and kept in memory only; not listed. */
  readonly lend: (host: string) => { readonly text: string; readonly expiresAt: number };
  /** Oldest first, revoked ones included. */
  readonly list: () => readonly Key[];
  readonly revoke: (idOrName: string) => Promise<Key>;
  readonly check: (text: string | undefined) => KeyCheck;
  /** Calls once, within half a second, when the key may no longer listen to the stream; the result stops waiting for it. */
  readonly onEnd: (text: string, ended: () => void) => () => void;
  /** Why the keys of an earlier file are in force; null when those of the file are. */
  readonly trouble: () => string | null;
};

export const mayListen = (checked: KeyCheck): boolean => checked.state === 'ok' && checked.key.rights.websocketAccess;

export type KeyWish = { readonly name: string; readonly websocketAccess: boolean; readonly admin?: boolean };

// The oldest is forgotten first
const lentAtOnce = 500;
const lentForMs = 12 * 3_600_000;

const textLimit = 128;
const nameLimit = 64;

// Changes by another process are seen after at most this long; asking the file system is what it spares
const lookEveryMs = 2;

const silent: KeyLog = { info: () => {}, error: () => {} };

/** Opens the keys in one file; a change by any process counts at once. */
export function openKeys({
  file,
  now,
  log = silent,
  operatorToken,
}: {
  readonly file: string;
  readonly now: () => number;
  readonly log?: KeyLog;
  /** Counts as a key with every right, listed nowhere. */
  readonly operatorToken?: string;
}): Keys {
  const kept = openKeptKeys(file, log);
  const operator = operatorToken === undefined ? null : operatorKey(operatorToken, now());
  let lookedAtMs = 0;
  const lent = new Map<string, KeptKey & Pick<Key, 'host'>>();
  const lentKey = (digest: string): (KeptKey & Pick<Key, 'host'>) | undefined => {
    const key = lent.get(digest);
    return key !== undefined && now() < key.createdAt + lentForMs ? key : undefined;
  };

  const stateOf = (digest: string): KeyCheck => {
    const key = kept.withHash(digest) ?? lentKey(digest) ?? (digest === operator?.hash ? operator : undefined);
    if (key === undefined) return { state: 'invalid' };
    return key.revokedAt === null ? { state: 'ok', key } : { state: 'disabled' };
  };

  const endedKeys = createEndedKeys({
    mayListen: (digest) => mayListen(stateOf(digest)),
    look: kept.look,
    failed: (error) => log.error({ error: String(error) }, 'a stream of an ended key could not be ended'),
  });

  const refresh = (isWritten: boolean): void => {
    if (kept.look(isWritten)) endedKeys.tell();
  };

  return {
    async create(wish) {
      const { text, key } = newKey(wish, now());
      await changeKeyFile(file, (keys) => {
        requireFreeName(key.name, keys);
        return { keys: [...keys, key], result: key };
      });
      refresh(true);
      return { text, key: shown(key) };
    },
    lend(host) {
      const { text, key } = newKey({ name: 'page', websocketAccess: true }, now());
      lent.set(key.hash, { ...key, host });
      const [oldest] = lent.keys();
      if (lent.size > lentAtOnce && oldest !== undefined) lent.delete(oldest);
      return { text, expiresAt: key.createdAt + lentForMs };
    },
    list() {
      refresh(false);
      return kept.list().map(shown);
    },
    async revoke(idOrName) {
      const at = now();
      const revoked = await changeKeyFile(file, (keys) => {
        const found = keyNamed(idOrName, keys);
        const result = { ...found, revokedAt: found.revokedAt ?? at };
        return { keys: keys.map((key) => (key === found ? result : key)), result };
      });
      refresh(true);
      return shown(revoked);
    },
    check(text) {
      if (text === undefined || text === '') return { state: 'missing' };
      const atMs = performance.now();
      if (atMs - lookedAtMs >= lookEveryMs) {
        refresh(false);
        lookedAtMs = atMs;
      }
      return stateOf(digestOf(text));
    },
    onEnd: (text, ended) => endedKeys.onEnd(digestOf(text), ended),
    trouble: kept.trouble,
  };
}

const digestOf = (text: string): string => (text.length > textLimit ? '' : hash('sha256', text, 'hex'));

function newKey({ name, websocketAccess, admin }: KeyWish, createdAt: number) {
  const text = `it_${randomBytes(32).toString('base64url')}`;
  const key: KeptKey = {
    id: randomBytes(5).toString('hex'),
    name: name.trim(),
    prefix: text.slice(0, 8),
    hash: hash('sha256', text, 'hex'),
    createdAt,
    revokedAt: null,
    rights: admin === true ? { websocketAccess, admin } : { websocketAccess },
  };
  return { text, key };
}

/** The operator's token as a key, whose id no key of the file has. */
export const operatorKeyId = 'operator';

const operatorKey = (token: string, createdAt: number): KeptKey => ({
  id: operatorKeyId,
  name: operatorKeyId,
  prefix: token.slice(0, 8),
  hash: hash('sha256', token, 'hex'),
  createdAt,
  revokedAt: null,
  rights: { websocketAccess: true, admin: true },
});

const shown = ({ hash: _, ...key }: KeptKey): Key => key;

function requireFreeName(name: string, keys: readonly KeptKey[]): void {
  if (name === '' || name.length > nameLimit) {
    throw new Error(`the name "${name.slice(0, nameLimit)}" has ${name.length} characters; give 1 to ${nameLimit}`);
  }
  const taken = keys.find((key) => key.revokedAt === null && key.name === name);
  if (taken !== undefined) {
    throw new Error(`a key named "${name}" exists already (id ${taken.id}); revoke it or choose another name`);
  }
}

function keyNamed(idOrName: string, keys: readonly KeptKey[]): KeptKey {
  const matching = keys.filter((key) => key.id === idOrName || key.name === idOrName);
  // A name may be used again after its key was revoked: the key in use is meant
  const found = matching.find((key) => key.revokedAt === null) ?? matching[0];
  if (found === undefined) {
    const known = keys.map((key) => `${key.name} (${key.id})`).join(', ');
    throw new Error(`no key has the id or name "${idOrName}"; there are ${known === '' ? 'none' : known}`);
  }
  return found;
}
