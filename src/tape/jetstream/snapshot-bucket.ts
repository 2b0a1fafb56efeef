import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SnapshotStorage } from '../snapshot.ts';
import { MessageFinder } from './message-finder.ts';
import { isStreamMissing, unlessForbidden } from './stream-setup.ts';

export type SnapshotBucketSettings = {
  readonly connection: NatsConnection;
  /** Name of the stream that the tape is in. */
  readonly name: string;
  /** Number of servers that hold a copy: 1, 3 or 5. */
  readonly replicas: number;
};

type Kept = { readonly number: number; readonly text: string };

const key = 'manifests';
// Read as base64, a chunk still fits into the smallest max_payload that a node accepts
const bytesPerChunk = 512 * 1024;

/**
 * Opens the snapshots in the NATS that has the tape. A node that may not create what they lie in reads what there is: nothing
 * before another node has. The caller keeps ownership of the connection.
 */
export async function openSnapshotBucket(settings: SnapshotBucketSettings): Promise<SnapshotStorage> {
  const { connection, name, replicas } = settings;
  const bucket = `${name}-snapshot`;
  const [buckets, stores] = [new Kvm(connection), new Objm(connection)];
  // No direct reads: a server other than the leader may not know of the newest manifest yet
  const options = { allow_direct: false };
  const manifests = await buckets
    .create(bucket, { ...options, history: 1, replicas })
    .catch(unlessForbidden(await buckets.open(bucket, options)));
  const created = stores.create(bucket, { replicas }).then((store) => store.status());
  await created.catch(unlessForbidden(null));
  const files = await stores.open(bucket, false);
  return new SnapshotBucket(bucket, { connection, manager: await jetstreamManager(connection), manifests, files });
}

type Access = {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly manifests: KV;
  readonly files: ObjectStore;
};

/** Files in an object store, and manifests in one entry of a key-value bucket, which is replaced by who has read it only. */
class SnapshotBucket implements SnapshotStorage {
  readonly #access: Access;
  readonly #stream: string;
  readonly #subject: string;
  readonly #finder: MessageFinder;

  constructor(bucket: string, access: Access) {
    this.#access = access;
    this.#stream = `OBJ_${bucket}`;
    this.#subject = `$O.${bucket}`;
    const { signal } = new AbortController();
    this.#finder = new MessageFinder({ ...access, stream: this.#stream, signal });
  }

  async manifests(): Promise<readonly Kept[]> {
    return (await this.#kept()).list;
  }

  /** Not with the library's reader, which holds all of a file in memory, and waits without end for a chunk that is gone. */
  async *read(name: string): AsyncGenerator<Buffer, void, undefined> {
    const found = await this.#access.files.info(name);
    if (found === null || found.deleted) throw new Error('there is no such file');
    let left = found.size;
    for await (const { data } of this.#finder.all(`${this.#subject}.C.${found.nuid}`)) {
      left -= data.length;
      yield Buffer.from(data);
    }
    // Such as where it is removed meanwhile, which need not be within a frame
    if (left !== 0) throw new Error('the file is not whole');
  }

  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const source = bytes[Symbol.asyncIterator]();
    const stream = ReadableStream.from({ [Symbol.asyncIterator]: () => source });
    try {
      await this.#access.files.put({ name, options: { max_chunk_size: bytesPerChunk } }, stream);
    } finally {
      // The library leaves it open where it fails
      await source.return?.();
    }
  }

  async keep(number: number, text: string): Promise<void> {
    const { list, revision } = await this.#kept();
    if (list.some((one) => one.number >= number)) throw new Error(`a snapshot ${number} is kept already`);
    await this.#replace([{ number, text }, ...list], revision).catch(async (error: unknown) => {
      // Only the answer was lost
      if (!(await this.manifests()).some((one) => one.number === number && one.text === text)) throw error;
    });
  }

  async keepOnly(numbers: readonly number[], names: readonly string[]): Promise<void> {
    const { manager, files } = this.#access;
    const { list, revision } = await this.#kept();
    const left = list.filter(({ number }) => numbers.includes(number));
    if (left.length < list.length) await this.#replace(left, revision);
    const ids = await Promise.all(names.map(async (name) => (await files.info(name))?.nuid));
    const { state } = await manager.streams.info(this.#stream, { subjects_filter: `${this.#subject}.>` });
    // Also what a writer left behind that was killed. The library would keep an entry of each file that it deletes
    for (const filter of Object.keys(state.subjects ?? {})) {
      const [kind, id = ''] = filter.split('.').slice(2);
      const isNeeded = kind === 'C' ? ids.includes(id) : names.includes(Buffer.from(id, 'base64url').toString());
      if (!isNeeded) await manager.streams.purge(this.#stream, { filter });
    }
  }

  async #kept(): Promise<{ readonly list: readonly Kept[]; readonly revision: number }> {
    const entry = await this.#access.manifests.get(key).catch((error: unknown) => {
      if (isStreamMissing(error)) return null;
      throw error;
    });
    return entry === null ? { list: [], revision: 0 } : { list: entry.json(), revision: entry.revision };
  }

  /** Refused if another process was faster. */
  async #replace(list: readonly Kept[], revision: number): Promise<void> {
    await this.#access.manifests.put(key, JSON.stringify(list), { previousSeq: revision });
  }
}
