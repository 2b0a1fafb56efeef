import { hash, randomBytes } from 'node:crypto';
import { changeKeyFile, type KeptKey, keyFileMark, readKeyFile } from './key-file.ts';

/** What is shown of a key; its text is shown once, by `create`. */
export type Key = Omit<KeptKey, 'hash'>;

export type KeyCheck =
  | { readonly state: 'ok'; readonly key: Key }
  | { readonly state: 'missing' | 'invalid' | 'disabled' };

export type Keys = {
  /** `text` is the key itself and is kept nowhere. */
  readonly create: (wish: KeyWish) => Promise<{ readonly text: string; readonly key: Key }>;
  /** A key for one visitor of the pages, valid for half a day and kept in memory only; not listed. */
  readonly lend: () => { readonly text: string; readonly expiresAt: number };
  /** Oldest first, revoked ones included. */
  readonly list: () => readonly Key[];
  readonly revoke: (idOrName: string) => Promise<Key>;
  readonly check: (text: string | undefined) => KeyCheck;
};

export type KeyWish = { readonly name: string; readonly websocketAccess: boolean; readonly admin?: boolean };

// Reloading a page takes a new one each time; the oldest is forgotten first
const lentAtOnce = 500;
const lentForMs = 12 * 3_600_000;

const textLimit = 128;
const nameLimit = 64;

// Changes by another process are seen after at most this long; asking the file system is what it spares
const lookEveryMs = 2;

/** Opens the keys in one file; a change by any process counts at once. */
export function openKeys({ file, now }: { readonly file: string; readonly now: () => number }): Keys {
  let mark = keyFileMark(file);
  let kept = readKeyFile(file);
  let byHash = new Map(kept.map((key) => [key.hash, key]));
  let lookedAtMs = 0;
  const lent = new Map<string, KeptKey>();

  const lentKey = (digest: string): KeptKey | undefined => {
    const key = lent.get(digest);
    return key !== undefined && now() < key.createdAt + lentForMs ? key : undefined;
  };

  const refresh = (): void => {
    const seen = keyFileMark(file);
    if (seen === mark) return;
    kept = readKeyFile(file);
    byHash = new Map(kept.map((key) => [key.hash, key]));
    mark = seen;
  };

  return {
    async create(wish) {
      const { text, key } = newKey(wish, now());
      await changeKeyFile(file, (keys) => {
        requireFreeName(key.name, keys);
        return { keys: [...keys, key], result: key };
      });
      refresh();
      return { text, key: shown(key) };
    },
    lend() {
      const { text, key } = newKey({ name: 'page', websocketAccess: true }, now());
      lent.set(key.hash, key);
      const [oldest] = lent.keys();
      if (lent.size > lentAtOnce && oldest !== undefined) lent.delete(oldest);
      return { text, expiresAt: key.createdAt + lentForMs };
    },
    list() {
      refresh();
      return kept.map(shown);
    },
    async revoke(idOrName) {
      const at = now();
      const revoked = await changeKeyFile(file, (keys) => {
        const found = keyNamed(idOrName, keys);
        const result = { ...found, revokedAt: found.revokedAt ?? at };
        return { keys: keys.map((key) => (key === found ? result : key)), result };
      });
      refresh();
      return shown(revoked);
    },
    check(text) {
      if (text === undefined || text === '') return { state: 'missing' };
      const atMs = performance.now();
      if (atMs - lookedAtMs >= lookEveryMs) {
        refresh();
        lookedAtMs = atMs;
      }
      const digest = text.length > textLimit ? '' : hash('sha256', text, 'hex');
      const key = byHash.get(digest) ?? lentKey(digest);
      if (key === undefined) return { state: 'invalid' };
      return key.revokedAt === null ? { state: 'ok', key } : { state: 'disabled' };
    },
  };
}

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
