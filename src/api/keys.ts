import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../runtime/clock.ts';
import { marketplaceNamed, type Scope } from '../schema/index.ts';
import { createEndedKeys } from './ended-keys.ts';
import type { StoredKey } from './key-file.ts';
import { isSession, type Sessions, StoredSessions, sessionLimits } from './sessions/sessions.ts';
import { type KeyLog, openStoredKeys, type StoredKeys } from './stored-keys.ts';

/**
 * A key without its hash; the text of a key is returned once, by `create`. A session of a browser is the key with whose
 * rights it was opened, except for its limits.
 */
export type Key = Omit<StoredKey, 'hash' | 'session'> & {
  /** Id of the session through which it is used; absent for the key itself. */
  readonly sessionId?: string;
};

export type KeyCheck =
  | { readonly state: 'ok'; readonly key: Key }
  | { readonly state: 'missing' | 'invalid' | 'disabled' | 'expired' | 'ended' };

export type Keys = {
  /** `text` is the key itself, which is not stored. */
  readonly create: (request: KeyRequest) => Promise<{ readonly text: string; readonly key: Key }>;
  readonly sessions: Sessions;
  /** Oldest first, revoked ones included, sessions not. */
  readonly list: () => readonly Key[];
  readonly revoke: (idOrName: string) => Promise<Key>;
  readonly check: (text: string | undefined) => KeyCheck;
  /** Calls `ended` once, within half a second, when the key may no longer listen to the stream. Returns a cancel function. */
  readonly onEnd: (text: string, ended: () => void) => () => void;
  /** Rereads the keys and returns how often they have changed. */
  readonly changes: () => number;
  /** Rereads the keys; otherwise as in `StoredKeys`. */
  readonly trouble: () => string | null;
};

export const mayListen = (checked: KeyCheck): boolean => checked.state === 'ok' && checked.key.rights.websocketAccess;

export type KeyRequest = Pick<StoredKey, 'name'> & StoredKey['rights'] & { readonly expiresAt?: number };

/** Whether a key is neither revoked nor expired. */
export const isInForce = ({ revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>, now: number): boolean =>
  revokedAt === null && (expiresAt === undefined || now < expiresAt);

/** The sight of a key; ignores marketplaces that are no longer known. */
export const scopeOf = ({ rights: { games, marketplaces } }: Pick<Key, 'rights'>): Scope => ({
  games: games ?? null,
  marketplaceIds: marketplaces?.flatMap((name) => marketplaceNamed(name)?.id ?? []) ?? null,
});

const textLimit = 128;
const nameLimit = 64;

// Saves calls to the file system; changes by other processes are noticed at most this much later
const lookEveryMs = 2;

const silent: KeyLog = { info: () => {}, error: () => {} };

type KeysOptions = {
  readonly stored: StoredKeys;
  readonly now: Clock['now'];
  readonly log?: KeyLog;
  /** Accepted as a key with every right; not listed. */
  readonly operatorToken?: string;
  /** Whether other processes have operator tokens of their own, whose sessions count here too. */
  readonly isShared?: boolean;
};

class OpenKeys implements Keys {
  readonly #now;
  readonly #stored;
  readonly #operator;
  readonly #operatorMark;
  readonly #sessions;
  #lookedAtMs = 0;
  #changes = 0;
  #byId: { readonly list: readonly StoredKey[]; readonly keys: ReadonlyMap<string, StoredKey> };
  readonly #endedKeys;

  constructor({ stored, now, log = silent, operatorToken, isShared = false }: KeysOptions) {
    this.#now = now;
    this.#stored = stored;
    this.#operator = operatorToken === undefined ? null : operatorKey(operatorToken, now());
    this.#operatorMark = isShared || this.#operator === null ? null : hash('sha256', this.#operator.hash).slice(0, 16);
    this.#byId = { list: [], keys: new Map() };
    this.#sessions = new StoredSessions({
      stored,
      now,
      operatorMark: this.#operatorMark,
      isInForce: (entry) => this.#checkOf(entry).state === 'ok',
      changed: () => this.#refresh(true),
    });
    this.#endedKeys = createEndedKeys({
      mayListen: (digest) => mayListen(this.#stateOf(digest)),
      look: () => this.#look(false),
      failed: (error) => log.error({ error: String(error) }, 'stream of a revoked key not closed'),
    });
  }

  readonly create: Keys['create'] = async (request) => {
    if (request.endpoints !== undefined) {
      // Loaded only here, as it knows all routes
      const { requireKnownPaths } = await import('./allowed-paths.ts');
      requireKnownPaths(request.endpoints);
    }
    const { text, key } = newKey(request, this.#now());
    await this.#stored.change((keys) => {
      requireFreeName(key.name, keys.filter(isOwnKey));
      return { keys: [...keys, key], result: key };
    });
    this.#refresh(true);
    return { text, key: shown(key) };
  };

  get sessions(): Sessions {
    this.#refresh(false);
    return this.#sessions;
  }

  readonly list: Keys['list'] = () => {
    this.#refresh(false);
    return this.#stored.list().filter(isOwnKey).map(shown);
  };

  readonly revoke: Keys['revoke'] = async (idOrName) => {
    const at = this.#now();
    const revoked = await this.#stored.change((keys) => {
      const found = keyNamed(idOrName, keys.filter(isOwnKey));
      const result = { ...found, revokedAt: found.revokedAt ?? at };
      return { keys: keys.map((key) => (key === found ? result : key)), result };
    });
    this.#refresh(true);
    return shown(revoked);
  };

  readonly check: Keys['check'] = (text) => {
    if (text === undefined || text === '') return { state: 'missing' };
    this.#refreshSometimes();
    return this.#stateOf(digestOf(text));
  };

  readonly onEnd: Keys['onEnd'] = (text, ended) => this.#endedKeys.onEnd(digestOf(text), ended);

  #stateOf(digest: string): KeyCheck {
    const entry =
      this.#stored.withHash(digest) ??
      this.#sessions.ownWithHash(digest) ??
      (digest === this.#operator?.hash ? this.#operator : undefined);
    return entry === undefined ? { state: 'invalid' } : this.#checkOf(entry);
  }

  #checkOf(entry: StoredKey): KeyCheck {
    const now = this.#now();
    if (!isSession(entry)) {
      if (entry.revokedAt !== null) return { state: 'disabled' };
      return isInForce(entry, now) ? { state: 'ok', key: entry } : { state: 'expired' };
    }
    const { keyId, operatorMark } = entry.session;
    const isReplaced = operatorMark !== undefined && this.#operatorMark !== null && operatorMark !== this.#operatorMark;
    if (!isInForce(entry, now) || (keyId === operatorKeyId && isReplaced)) return { state: 'ended' };
    const key = keyId === operatorKeyId ? anyOperator : this.#keyWithId(keyId);
    if (key === undefined) return { state: 'ended' };
    const checked = this.#checkOf(key);
    return checked.state === 'ok' ? { state: 'ok', key: throughSession(checked.key, entry) } : checked;
  }

  #keyWithId(id: string): StoredKey | undefined {
    const list = this.#stored.list();
    if (list !== this.#byId.list)
      this.#byId = { list, keys: new Map(list.filter(isOwnKey).map((key) => [key.id, key])) };
    return this.#byId.keys.get(id);
  }

  readonly changes: Keys['changes'] = () => {
    this.#refreshSometimes();
    return this.#changes;
  };

  readonly trouble: Keys['trouble'] = () => {
    this.#refresh(false);
    return this.#stored.trouble();
  };

  #look(isWritten: boolean): boolean {
    const isChanged = this.#stored.look(isWritten);
    if (isChanged) this.#changes += 1;
    return isChanged;
  }

  #refreshSometimes(): void {
    const atMs = performance.now();
    if (atMs - this.#lookedAtMs < lookEveryMs) return;
    this.#refresh(false);
    this.#lookedAtMs = atMs;
  }

  #refresh(isWritten: boolean): void {
    if (this.#look(isWritten)) this.#endedKeys.notify();
  }
}

/** Opens the keys in a file; changes by any process apply immediately. */
export const openKeys = (options: {
  readonly file: string;
  readonly now: Clock['now'];
  readonly log?: KeyLog;
  /** Accepted as a key with every right; not listed. */
  readonly operatorToken?: string;
}): Keys => new OpenKeys({ ...options, stored: openStoredKeys(options.file, options.log ?? silent) });

/** Keys in any storage. */
export const keysIn = (options: KeysOptions): Keys => new OpenKeys(options);

const digestOf = (text: string): string => (text.length > textLimit ? '' : hash('sha256', text, 'hex'));

function newKey({ name, expiresAt, ...rights }: KeyRequest, createdAt: number) {
  if (rights.admin === true && (rights.games ?? rights.marketplaces) !== undefined)
    throw new Error('a key with the right admin can see everything; leave out games and marketplaces');
  const text = `it_${randomBytes(32).toString('base64url')}`;
  const key: StoredKey = {
    id: randomBytes(5).toString('hex'),
    name: name.trim(),
    prefix: text.slice(0, 8),
    hash: hash('sha256', text, 'hex'),
    createdAt,
    revokedAt: null,
    ...(expiresAt !== undefined && { expiresAt }),
    rights,
  };
  return { text, key };
}

/** Id of the operator token as a key; no stored key has it. */
export const operatorKeyId = 'operator';

const operatorKey = (token: string, createdAt: number): StoredKey => ({
  id: operatorKeyId,
  name: operatorKeyId,
  prefix: token.slice(0, 8),
  hash: hash('sha256', token, 'hex'),
  createdAt,
  revokedAt: null,
  rights: { websocketAccess: true, admin: true },
});

/** The operator, whatever the token. */
export const anyOperator = operatorKey('', 0);

const shown = ({ hash: _, session: __, ...key }: StoredKey): Key => key;

const isOwnKey = (entry: StoredKey): boolean => !isSession(entry);

/** A key as one session has it: what the key may ask for is limited for programs, a session as a whole for one person. */
function throughSession({ rights, ...key }: Key, { id, expiresAt }: { id: string; expiresAt: number }): Key {
  const { requestsPerDay: _, ...others } = rights;
  const end = Math.min(expiresAt, key.expiresAt ?? expiresAt);
  return { ...key, sessionId: id, expiresAt: end, rights: { ...others, ...sessionLimits } };
}

function requireFreeName(name: string, keys: readonly StoredKey[]): void {
  if (name === '' || name.length > nameLimit) {
    throw new Error(`the name "${name.slice(0, nameLimit)}" has ${name.length} characters; give 1 to ${nameLimit}`);
  }
  const taken = keys.find((key) => key.revokedAt === null && key.name === name);
  if (taken !== undefined) {
    throw new Error(`a key named "${name}" exists already (id ${taken.id}); revoke it or choose another name`);
  }
}

function keyNamed(idOrName: string, keys: readonly StoredKey[]): StoredKey {
  const matching = keys.filter((key) => key.id === idOrName || key.name === idOrName);
  // A name can be reused after its key was revoked: prefer the key in use
  const found = matching.find((key) => key.revokedAt === null) ?? matching[0];
  if (found === undefined) {
    const known = keys.map((key) => `${key.name} (${key.id})`).join(', ');
    throw new Error(`no key has the id or name "${idOrName}"; there are ${known === '' ? 'none' : known}`);
  }
  return found;
}
