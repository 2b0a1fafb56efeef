import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { OpenSink, SinkBatch } from './sink.ts';

/** Header with the epoch and the sequence of the tape that are reached with a message: the newest message is the mark. */
const markHeader = 'Itemtape-Mark';
const streamNotFound = 10059;
// A server that was cut off is noticed by its connection before
const answerMs = 30_000;

export type NatsSinkSettings = {
  readonly stream: string;
  /** Room of a stream that does not exist yet. */
  readonly maxBytes: number;
};

async function streamInfo(manager: JetStreamManager, { stream, maxBytes }: NatsSinkSettings): Promise<StreamInfo> {
  try {
    return await manager.streams.info(stream);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== streamNotFound) throw error;
    return await manager.streams.add({
      ...{ name: stream, subjects: [`${stream}.>`], storage: StorageType.File },
      ...{ discard: DiscardPolicy.Old, max_bytes: maxBytes },
    });
  }
}

const markText = (epoch: string, sequence: number): string => `${epoch} ${sequence}`;

function markIn(text: string | undefined): { readonly epoch: string; readonly sequence: number } | null {
  const [, epoch, sequence] = /^(\S+) (\d+)$/.exec(text ?? '') ?? [];
  return epoch === undefined ? null : { epoch, sequence: Number(sequence) };
}

async function open(connection: NatsConnection, settings: NatsSinkSettings): Promise<OpenSink> {
  const { stream } = settings;
  const manager = await jetstreamManager(connection, { timeout: answerMs });
  const js = jetstream(connection, { timeout: answerMs });
  const { state } = await streamInfo(manager, settings);
  const newest =
    state.messages === 0 ? null : await manager.streams.getMessage(stream, { last_by_subj: `${stream}.>` });
  const mark = markIn(newest?.header?.get(markHeader));
  if (newest !== null && mark === null)
    throw new Error(`the NATS stream ${stream} holds messages of others; set another sinks.nats.stream`);
  let last = state.last_seq;

  /** The stream takes it only right after the one before, whoever else writes. */
  async function publish(
    { origin, game, type, payload }: SinkBatch['messages'][number],
    epoch: string,
    before: number,
  ) {
    const marked = headers();
    marked.set(markHeader, markText(epoch, origin.sequence));
    const { seq } = await js.publish(`${stream}.${game}.${type}`, payload, {
      msgID: `${origin.epoch}:${origin.sequence}`,
      expect: { lastSequence: before },
      headers: marked,
      timeout: answerMs,
    });
    if (seq !== before + 1) throw new Error('another process has written to the NATS stream');
  }

  return {
    markOf: async (epoch) => (mark?.epoch === epoch ? mark.sequence : null),
    // Without a message there is nothing to note it in
    mark: async () => {},
    async write({ messages, epoch }) {
      const first = last;
      const sent = await Promise.allSettled(messages.map((one, at) => publish(one, epoch, first + at)));
      for (const one of sent) if (one.status === 'rejected') throw one.reason;
      last = first + messages.length;
    },
    close: () => connection.close(),
  };
}

/** Opens a JetStream stream with one message for each of ours, on the subject `<stream>.<game>.<type>`. */
export async function openNatsSink(connection: NatsConnection, settings: NatsSinkSettings): Promise<OpenSink> {
  try {
    return await open(connection, settings);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
