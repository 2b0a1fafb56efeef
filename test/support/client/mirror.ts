import { once } from 'node:events';
import { WebSocket } from 'ws';

export type Data = Readonly<Record<string, unknown>>;
type Received = { readonly sequence: number; readonly event: string; readonly id: string; readonly data: Data };

/** A reader that keeps the offers of a snapshot up to date from the stream, across any number of connections. */
export type Mirror = {
  readonly origin: string;
  /** Sequence up to which everything has arrived; throws after an invalid message. */
  readonly known: () => number;
  /** An item's offers as of a sequence. */
  readonly offersAt: (item: { marketplace: string; game: string; name: string }, sequence: number) => Data[];
  /** Messages received for each event type. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Breaks the connection and resumes on another. */
  readonly cut: () => Promise<void>;
  readonly close: () => void;
};

const positionOf = (marketplace: string, game: string, name: string): string => `${marketplace}/${game}/${name}`;

/** Resolves when the snapshot is complete. */
export async function openMirror(origin: string, key: string): Promise<Mirror> {
  const items = new Map<string, Received[]>();
  const counts: Record<string, number> = {};
  let epoch = '';
  let known = 0;
  let failure: unknown = null;
  let socket: WebSocket;

  const takeOffer = (message: Record<string, unknown>): void => {
    const sequence = Number(message['sequence']);
    const isSnapshot = message['snapshot'] === true;
    const { name, ...data } = message['data'] as Data;
    const event = String(message['eventType']);
    if (!isSnapshot && sequence <= known) throw new Error(`${sequence} came after ${known}`);
    const itemName = positionOf(String(message['marketplace']), String(message['game']), String(name));
    const received = { sequence, event, id: String(message['id']), data: data as Data };
    items.set(itemName, [...(items.get(itemName) ?? []), received]);
    const counted = isSnapshot ? 'snapshot' : event;
    counts[counted] = (counts[counted] ?? 0) + 1;
  };

  const take = (text: string): unknown => {
    const message = JSON.parse(text) as Record<string, unknown>;
    if (message['type'] === 'error' || message['recovered'] === false) throw new Error(text);
    if (message['type'] === 'offer') takeOffer(message);
    epoch = String(message['epoch']);
    known = Math.max(known, Number(message['sequence']));
    return message['type'];
  };

  const open = async (begin: object, until: string): Promise<void> => {
    socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
    const current = socket;
    await once(current, 'open');
    const events = ['Added', 'Updated', 'Removed'];
    current.send(
      JSON.stringify({ subscribeTo: 'all', games: 'all', sequence: true, heartbeatSeconds: 1, events, ...begin }),
    );
    await new Promise<void>((resolve, reject) => {
      current.on('message', (text) => {
        if (current !== socket) return;
        try {
          if (take(String(text)) === until) resolve();
        } catch (error) {
          failure = error;
          reject(error);
        }
      });
    });
  };

  await open({ snapshot: true }, 'snapshotEnd');
  return {
    origin,
    known() {
      if (failure !== null) throw failure;
      return known;
    },
    offersAt({ marketplace, game, name }, sequence) {
      const standing = new Map<string, Data>();
      for (const received of items.get(positionOf(marketplace, game, name)) ?? []) {
        if (received.sequence > sequence) break;
        if (received.event === 'Removed') standing.delete(received.id);
        else standing.set(received.id, received.data);
      }
      return [...standing.values()];
    },
    counts: () => counts,
    async cut() {
      socket.terminate();
      await open({ resume: { epoch, sequence: known } }, 'subscribed');
    },
    close: () => socket.terminate(),
  };
}
