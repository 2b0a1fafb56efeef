import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { SnapshotStorage } from '../snapshot/snapshot.ts';
import { MessageFinder } from './message-finder.ts';
import { isStreamMissing, openStream, unlessForbidden } from './stream-setup.ts';

export type SnapshotStreamSettings = {
  readonly connection: NatsConnection;
  /** Name of the stream that the tape is in. */
  readonly name: string;
  /** Number of servers that hold a copy: 1, 3 or 5. */
  readonly replicas: number;
};

type StoredManifest = { readonly number: number; readonly text: string; readonly seq: number };

const numberOf = 'Itemtape-Number';
// Read as base64, a piece still fits into the smallest max_payload that a node accepts
const bytesPerPiece = 512 * 1024;

/**
 * Opens the snapshots in the NATS that has the tape. A node that may not create their stream reads what there is: nothing before
 * another node has. The caller keeps ownership of the connection.
 */
export async function openSnapshotStream(settings: SnapshotStreamSettings): Promise<SnapshotStorage> {
  const { connection, name, replicas } = settings;
  const manager = await jetstreamManager(connection);
  const stream = `${name}-snapshot`;
  const config = { subjects: [`${name}.snapshot.>`], storage: StorageType.File, discard: DiscardPolicy.New };
  await openStream(manager, stream, { num_replicas: replicas }, config).catch(unlessForbidden(null));
  const { signal } = new AbortController();
  const finder = new MessageFinder({ connection, manager, stream, signal });
  return new SnapshotStream(stream, `${name}.snapshot`, { js: jetstream(connection), manager, finder });
}

type Access = {
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly finder: MessageFinder;
};

/** A file is what was published on a subject of its own, up to an empty message. A manifest is a message, accepted only after the newest one known. */
class SnapshotStream implements SnapshotStorage {
  readonly #stream: string;
  readonly #manifests: string;
  readonly #files: string;
  readonly #access: Access;

  constructor(stream: string, subject: string, access: Access) {
    this.#stream = stream;
    this.#manifests = `${subject}.manifests`;
    this.#files = `${subject}.files`;
    this.#access = access;
  }

  async manifests(): Promise<readonly StoredManifest[]> {
    const retained: StoredManifest[] = [];
    try {
      for await (const { header, data, seq } of this.#access.finder.all(this.#manifests))
        retained.unshift({ number: Number(header.get(numberOf)), text: Buffer.from(data).toString(), seq });
    } catch (error) {
      if (!isStreamMissing(error)) throw error;
    }
    return retained;
  }

  async *read(name: string): AsyncGenerator<Buffer, void, undefined> {
    let isWhole = false;
    for await (const { data } of this.#access.finder.all(`${this.#files}.${name}`)) {
      isWhole = data.length === 0;
      if (!isWhole) yield Buffer.from(data);
    }
    // Such as where it is removed meanwhile
    if (!isWhole) throw new Error('the file is missing or not whole');
  }

  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const { js, manager } = this.#access;
    const subject = `${this.#files}.${name}`;
    await manager.streams.purge(this.#stream, { filter: subject });
    for await (const piece of inPieces(bytes)) await js.publish(subject, piece);
    await js.publish(subject, '');
  }

  async keep(number: number, text: string): Promise<void> {
    const retained = await this.manifests();
    if (retained.some((one) => one.number >= number)) throw new Error(`a snapshot ${number} is kept already`);
    const header = headers();
    header.set(numberOf, String(number));
    const options = { headers: header, expect: { lastSubjectSequence: retained[0]?.seq ?? 0 } };
    await this.#access.js.publish(this.#manifests, text, options).catch(async (error: unknown) => {
      // Only the answer was lost
      if (!(await this.manifests()).some((one) => one.number === number && one.text === text)) throw error;
    });
  }

  async keepOnly(numbers: readonly number[], names: readonly string[]): Promise<void> {
    const { streams } = this.#access.manager;
    for (const { number, seq } of await this.manifests())
      if (!numbers.includes(number)) await streams.deleteMessage(this.#stream, seq);
    const needed = names.map((name) => `${this.#files}.${name}`);
    const { state } = await streams.info(this.#stream, { subjects_filter: `${this.#files}.>` });
    for (const filter of Object.keys(state.subjects ?? {}))
      if (!needed.includes(filter)) await streams.purge(this.#stream, { filter });
  }
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    held.push(piece);
    length += piece.length;
    if (length <= bytesPerPiece) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > bytesPerPiece; rest = rest.subarray(bytesPerPiece)) yield rest.subarray(0, bytesPerPiece);
    held = [rest];
    length = rest.length;
  }
  if (length > 0) yield Buffer.concat(held);
}
