import { doorIn } from '../http/front.ts';
import { startWorker, type Worker } from '../worker.ts';
import { sharers } from './messages.ts';
import type { Crowd } from './readers.ts';

export type Fan = {
  readonly kind: 'hub' | 'plain';
  readonly server: Worker;
  readonly readers: Worker;
  readonly crowd: Crowd;
};

/** Messages that such a crowd receives in total when `count` are published, with equal parts per marketplace. */
export const messagesTo = ({ count, wants }: Pick<Crowd, 'count' | 'wants'>, published: number): number =>
  (published * count) / (wants === 'all' ? 1 : sharers.length);

/** Serves the stream directly, or through front workers that take readers in turn; resolves to its ports. */
export async function serveFrom(server: Worker, fronts: readonly Worker[], folder: string): Promise<number | number[]> {
  if (fronts.length === 0) return await server.call('serveHub');
  const door = doorIn(folder);
  await server.call('serveHubAt', door);
  return await Promise.all(fronts.map((front) => front.call('serveFront', door)));
}

/** A server and its readers, each in a separate process. */
export async function openFan(
  kind: Fan['kind'],
  crowd: Omit<Crowd, 'port'>,
  more: readonly Omit<Crowd, 'port'>[] = [],
): Promise<Fan> {
  const server = startWorker();
  const readers = startWorker();
  try {
    const port =
      kind === 'hub' ? await server.call('serveHub') : await server.call('servePlainFan', crowd.offersDeflate);
    for (const others of more) await readers.call('openReaders', { ...others, port });
    await readers.call('openReaders', { ...crowd, port });
    return { kind, server, readers, crowd: { ...crowd, port } };
  } catch (error) {
    await Promise.all([server.stop(), readers.stop()]);
    throw error;
  }
}

const closeFan = async ({ server, readers }: Fan): Promise<void> => {
  await Promise.all([server.stop(), readers.stop()]);
};

/** Opens all stages, uses them, and closes them in any case. */
export async function withFans<Name extends string, Result>(
  fans: Readonly<Record<Name, () => Promise<Fan>>>,
  use: (open: Readonly<Record<Name, Fan>>) => Promise<Result>,
): Promise<Result> {
  const open = new Map<string, Fan>();
  try {
    for (const name of Object.keys(fans) as Name[]) open.set(name, await fans[name]());
    return await use(Object.fromEntries(open) as Record<Name, Fan>);
  } finally {
    await Promise.all([...open.values()].map(closeFan));
  }
}
