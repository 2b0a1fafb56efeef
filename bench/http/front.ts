import type { Server } from 'node:http';
import { join } from 'node:path';
import { backlog } from '../../src/front/limits.ts';
import { Trunks } from '../../src/front/main-process/trunks.ts';
import { Front } from '../../src/front/worker/front.ts';
import type { ReaderParts } from '../../src/front/worker/reader.ts';

/** Paths at which the main process serves front workers and their streams, and the secret that workers present. */
export type FrontEndpoint = { readonly path: string; readonly trunk: string; readonly secret: string };

const trustMs = 200;

export const endpointIn = (folder: string): FrontEndpoint => ({
  path: join(folder, 'book.sock'),
  trunk: join(folder, 'trunk.sock'),
  secret: 'bench',
});

/** Makes a server listen for front workers at a door. */
export async function answerAtEndpoint(server: Server, { path, trunk }: FrontEndpoint): Promise<void> {
  await new Trunks(server).open(trunk);
  await new Promise<void>((resolve) => server.listen({ path, backlog }, resolve));
}

type HandOver = ReaderParts['handOver'];

/** Starts a front worker within this process. */
export function startFront(
  endpoint: FrontEndpoint,
  handOver: HandOver,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  return new Promise((resolve, reject) => {
    const begin = { is: 'begin', host: '127.0.0.1', port: 0, bytes: 64 * 2 ** 20, ...endpoint } as const;
    const front = new Front(begin, {
      send: (message) => {
        if (message.is === 'listening') resolve({ port: message.port, stop });
        else if (message.is === 'refused') reject(new Error(message.message));
      },
      handOver,
      ended: () => {},
    });
    front.beat();
    const beating = setInterval(() => front.beat(), trustMs);
    const stop = (): void => {
      clearInterval(beating);
      front.stop();
    };
  });
}

/** The same until the process ends, for requests that a worker answers; resolves to its port. */
export const serveFront = async (endpoint: FrontEndpoint): Promise<number> =>
  (await startFront(endpoint, (reader) => void reader.destroy())).port;
