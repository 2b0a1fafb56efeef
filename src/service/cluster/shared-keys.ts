import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type KeyChange, KeyFileError, KeysReadOnly, keysFrom, keysText, type StoredKey } from '../../api/key-file.ts';
import type { StoredKeys } from '../../api/stored-keys.ts';
import { systemClock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Log } from '../../runtime/log.ts';
import { isForbidden } from '../../tape/jetstream/stream-setup.ts';
import { openBucket } from './nats/bucket.ts';
import type { Channel } from './nats/channel.ts';

const entryKey = 'keys';
/** Changes are announced; this interval is for missed announcements. */
const readEveryMs = 400;
/** Enough for this many concurrent changes. */
const maxAttempts = 50;

/**
 * The entry must look older, or missing, this many times in a row before that is believed: another NATS server that was cut
 * off can answer with an outdated one for twenty seconds.
 */
const looksForReplaced = 50;

const repair = 'restore its former content with `nats kv put`';

/** Opens the keys; if there are none yet, begins with those of `first`. */
export async function openSharedKeys(options: {
  readonly connection: NatsConnection;
  readonly name: string;
  readonly replicas: number;
  readonly channel: Channel;
  readonly first: readonly StoredKey[];
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly everyMs?: number;
}): Promise<SharedKeys> {
  const { connection, name, replicas, first, log, everyMs = readEveryMs } = options;
  const bucket = await openBucket(connection, `${name}-keys`, { history: 5, replicas });
  const keys = new SharedKeys(bucket, options.channel, log);
  await keys.read();
  if (keys.list().length === 0 && first.length > 0)
    await keys.change((found) => beginning(found, first)).catch(unlessReadOnly);
  const others = first.filter(({ hash, session }) => session === undefined && keys.withHash(hash) === undefined);
  if (others.length > 0)
    log.warn({ keys: others.map((key) => key.name) }, 'keys of the data folder unknown to the cluster');
  keys.begin(everyMs);
  return keys;
}

/** What this node may not write, another one may. */
const unlessReadOnly = (error: unknown): void => {
  if (!(error instanceof KeysReadOnly)) throw error;
};

const beginning = (found: readonly StoredKey[], first: readonly StoredKey[]) => ({
  keys: found.length === 0 ? first : found,
  result: undefined,
});

const keysIn = (text: string): readonly StoredKey[] => keysFrom(text, 'the entry of the keys in NATS', repair);

/** All keys of both, oldest first; a key that one of them has revoked is revoked. */
function merged(found: readonly StoredKey[], known: readonly StoredKey[]): readonly StoredKey[] {
  const byHash = new Map(found.map((key) => [key.hash, key]));
  for (const key of known) {
    const other = byHash.get(key.hash);
    byHash.set(key.hash, other === undefined ? key : { ...other, revokedAt: other.revokedAt ?? key.revokedAt });
  }
  return [...byHash.values()].sort((a, b) => a.createdAt - b.createdAt);
}

/** The keys of a cluster, in one entry that every node reads. */
export class SharedKeys implements StoredKeys {
  readonly #bucket: KV;
  readonly #channel: Channel;
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>;
  #stored: readonly StoredKey[] = [];
  #byHash = new Map<string, StoredKey>();
  #revision = 0;
  /** Revision at the last `look`. */
  #looked = 0;
  /** How often in a row the entry was missing or older than the one known here. */
  #olderLooks = 0;
  #trouble: string | null = null;
  #reading: Promise<void> | null = null;
  #stop: () => void = () => {};

  constructor(bucket: KV, channel: Channel, log: Pick<Log, 'info' | 'warn' | 'error'>) {
    this.#bucket = bucket;
    this.#channel = channel;
    this.#log = log;
  }

  begin(everyMs: number): void {
    this.#looked = this.#revision;
    const read = guarded(() => this.#tryToRead());
    this.#stop = systemClock.every(everyMs, read);
    this.#channel.onMessage('keys', read);
  }

  readonly look = (): boolean => {
    const isOther = this.#looked !== this.#revision;
    this.#looked = this.#revision;
    return isOther;
  };

  readonly list = (): readonly StoredKey[] => this.#stored;

  readonly withHash = (hash: string): StoredKey | undefined => this.#byHash.get(hash);

  readonly trouble = (): string | null => this.#trouble;

  readonly close = (): void => this.#stop();

  readonly change = async <Result>(change: KeyChange<Result>): Promise<Result> => {
    for (let tries = 1; ; tries += 1) {
      await this.#readNow();
      const revision = this.#revision;
      const { keys, result } = change(this.#stored);
      const text = keysText(keys);
      try {
        this.#take(text, await this.#write(text, revision));
        this.#channel.send('keys', this.#revision);
        return result;
      } catch (error) {
        await this.#readNow();
        // The write can have succeeded and only its answer been lost
        if (this.#revision > revision && keysText(this.#stored) === text) return result;
        if (this.#revision === revision || tries === maxAttempts) throw failure('changed', error);
      }
    }
  };

  /** Reads the current keys; throws when NATS does not answer. */
  async read(): Promise<void> {
    const entry = await this.#found();
    if (entry !== null && entry.revision > this.#revision) this.#take(entry.text, entry.revision);
  }

  /** Reads the keys, and finds out whether NATS was emptied or restored from a backup meanwhile. */
  async #readAndCompare(): Promise<void> {
    const entry = await this.#found();
    const revision = entry?.revision ?? 0;
    this.#olderLooks = revision < this.#revision ? this.#olderLooks + 1 : 0;
    if (entry !== null && revision > this.#revision) this.#take(entry.text, revision);
    if (this.#olderLooks >= looksForReplaced) await this.#putBack(entry);
  }

  /** Adds the keys and revocations known here to what NATS has now, as it may have none of them. */
  async #putBack(entry: { readonly text: string; readonly revision: number } | null): Promise<void> {
    const found = entry === null ? [] : keysIn(entry.text);
    const keys = merged(found, this.#stored);
    const text = keysText(keys);
    const { revision = 0 } = entry ?? {};
    this.#take(text, text === entry?.text ? revision : await this.#write(text, revision));
    this.#olderLooks = 0;
    this.#log.warn(
      { keys: keys.length, had: found.length },
      'keys in NATS lost or out of date; restored from this node',
    );
    this.#channel.send('keys', this.#revision);
  }

  /** The entry in NATS; null when there is none. */
  async #found(): Promise<{ readonly text: string; readonly revision: number } | null> {
    const entry = await this.#bucket.get(entryKey);
    return entry === null || entry.operation !== 'PUT' ? null : { text: entry.string(), revision: entry.revision };
  }

  async #write(text: string, revision: number): Promise<number> {
    if (revision === 0) return await this.#bucket.create(entryKey, text);
    return await this.#bucket.update(entryKey, text, revision);
  }

  async #readNow(): Promise<void> {
    await this.read().catch((error: unknown) => {
      throw failure('read', error);
    });
  }

  #take(text: string, revision: number): void {
    this.#stored = keysIn(text);
    this.#byHash = new Map(this.#stored.map((key) => [key.hash, key]));
    this.#revision = revision;
  }

  /** Reads, never twice at a time, however slow NATS is. */
  async #tryToRead(): Promise<void> {
    this.#reading ??= this.#readAndCompare()
      .then(this.#well, this.#failed)
      .finally(() => {
        this.#reading = null;
      });
    await this.#reading;
  }

  readonly #well = (): void => {
    if (this.#trouble !== null) this.#log.info({ keys: this.#stored.length }, 'keys readable from NATS again');
    this.#trouble = null;
  };

  readonly #failed = (error: unknown): void => {
    const found = failure('read', error).message;
    if (this.#trouble === null) this.#log.error({ error: found }, 'keys unreadable; the last ones read stay in force');
    this.#trouble = found;
  };
}

const failure = (what: string, cause: unknown): KeyFileError => {
  const Failure = isForbidden(cause) ? KeysReadOnly : KeyFileError;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Failure(`the keys in NATS cannot be ${what}: ${why}`, { cause });
};
