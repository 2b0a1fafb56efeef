import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import { KeysReadOnly, type StoredKey } from '../key-file.ts';
import type { StoredKeys } from '../stored-keys.ts';
import type { BrowserName } from './browser-name.ts';

/** A browser in which somebody has signed in, with what belongs to whom. */
export type Session = BrowserName & {
  readonly id: string;
  /** Id of the key with whose rights it was opened, or of the operator. */
  readonly keyId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** Sessions of browsers, each of which has the rights of a key, or of the operator, and ends with it. */
export type Sessions = {
  /** `text` is what the browser keeps; only its hash is stored. */
  readonly open: (keyId: string, browser: BrowserName) => Promise<{ readonly text: string; readonly session: Session }>;
  /** Prolongs a session that is in use, once a day. */
  readonly renew: (id: string) => Promise<void>;
  /** Those in force, oldest first. */
  readonly list: () => readonly Session[];
  /** Ends those that match; returns how many these were. */
  readonly end: (isMeant: (session: Session) => boolean) => Promise<number>;
};

/** An entry among the stored keys that is a session. */
type StoredSession = StoredKey & { readonly session: NonNullable<StoredKey['session']>; readonly expiresAt: number };

const dayMs = 86_400_000;
export const sessionMs = 30 * dayMs;
/** Of one key, those included that have ended but would not have expired; the oldest makes room for another. */
const maxPerKey = 50;

/** What one browser may ask for: far more than all tabs of a person need, and a bound for whoever reads its cookie. */
export const sessionLimits = { requestsPerMinute: 6_000, connections: 32 };

export const isSession = (key: StoredKey): key is StoredSession =>
  key.session !== undefined && key.expiresAt !== undefined;

const shown = ({ id, createdAt, expiresAt, session: { keyId, browser, system } }: StoredSession): Session => ({
  id,
  keyId,
  createdAt,
  expiresAt,
  browser,
  system,
});

/** Where sessions begin in the ids of keys. */
export const sessionIdStart = 's-';

type Parts = {
  readonly stored: StoredKeys;
  readonly now: Clock['now'];
  /** Recognises sessions that were opened with an operator token that has been replaced; null where it makes no difference. */
  readonly operatorMark: string | null;
  /** Whether a session and its key are in force. */
  readonly isInForce: (entry: StoredKey) => boolean;
  /** Called after sessions were stored. */
  readonly changed: () => void;
};

/** Sessions among the stored keys, or only in memory where this process may not write those. */
export class StoredSessions implements Sessions {
  readonly #parts: Parts;
  #own: readonly StoredKey[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly open: Sessions['open'] = async (keyId, browser) => {
    const { now, operatorMark } = this.#parts;
    const at = now();
    const text = `its_${randomBytes(32).toString('base64url')}`;
    const entry: StoredSession = {
      id: `${sessionIdStart}${randomBytes(5).toString('hex')}`,
      name: [browser.browser, browser.system].filter(Boolean).join(' on ') || 'browser',
      prefix: '',
      hash: hash('sha256', text, 'hex'),
      createdAt: at,
      revokedAt: null,
      expiresAt: at + sessionMs,
      // Of no meaning: it has those of its key
      rights: { websocketAccess: false },
      session: { keyId, ...browser, ...(operatorMark !== null && { operatorMark }) },
    };
    const withEntry = (entries: readonly StoredKey[]) => [...withRoomFor(keyId, entries, at), entry];
    try {
      await this.#parts.stored.change((keys) => ({ keys: withEntry(keys), result: undefined }));
    } catch (error) {
      if (!(error instanceof KeysReadOnly)) throw error;
      this.#own = withEntry(this.#own);
    }
    this.#parts.changed();
    return { text, session: shown(entry) };
  };

  readonly renew: Sessions['renew'] = async (id) => {
    const expiresAt = this.#parts.now() + sessionMs;
    const isDue = (entry: StoredKey) =>
      entry.id === id && isSession(entry) && entry.revokedAt === null && expiresAt - entry.expiresAt >= dayMs;
    await this.#change((entry) => (isDue(entry) ? { ...entry, expiresAt } : entry));
  };

  readonly list: Sessions['list'] = () => this.#entries().filter(isSession).filter(this.#parts.isInForce).map(shown);

  readonly end: Sessions['end'] = async (isMeant) => {
    const ids = new Set(
      this.list()
        .filter(isMeant)
        .map(({ id }) => id),
    );
    const revokedAt = this.#parts.now();
    await this.#change((entry) => (ids.has(entry.id) ? { ...entry, revokedAt } : entry));
    return ids.size;
  };

  /** A session that only this process knows. */
  ownWithHash(hash: string): StoredKey | undefined {
    return this.#own.find((entry) => entry.hash === hash);
  }

  #entries(): readonly StoredKey[] {
    return [...this.#parts.stored.list(), ...this.#own];
  }

  async #change(change: (entry: StoredKey) => StoredKey): Promise<void> {
    this.#own = this.#own.map(change);
    const { stored, changed } = this.#parts;
    // Every write is read by all processes
    if (stored.list().some((entry) => change(entry) !== entry))
      await stored.change((keys) => ({ keys: keys.map(change), result: undefined }));
    changed();
  }
}

/** Removes expired sessions, and the oldest of a key that has as many as it may have; those that have ended first. */
function withRoomFor(keyId: string, entries: readonly StoredKey[], at: number): readonly StoredKey[] {
  const current = entries.filter((entry) => !isSession(entry) || at < entry.expiresAt);
  const surplus = current
    .filter((entry) => entry.session?.keyId === keyId)
    .sort((a, b) => Number(a.revokedAt === null) - Number(b.revokedAt === null) || a.createdAt - b.createdAt)
    .slice(0, -(maxPerKey - 1));
  return current.filter((entry) => !surplus.includes(entry));
}
