import type { Server } from 'node:http';
import { join } from 'node:path';
import { backlog } from '../src/front/backlog.ts';
import { Front } from '../src/front/front.ts';
import { Trunks } from '../src/service/fronts/trunks.ts';

/** Where the process of the book answers a front worker, where it sends streams, and what that one shows. */
export type FrontDoor = { readonly path: string; readonly trunk: string; readonly secret: string };

const trustMs = 200;

export const doorIn = (folder: string): FrontDoor => ({
  path: join(folder, 'book.sock'),
  trunk: join(folder, 'trunk.sock'),
  secret: 'bench',
});

/** Has a server answer front workers there. */
export async function answerAtDoor(server: Server, { path, trunk }: FrontDoor): Promise<void> {
  await new Trunks(server).open(trunk);
  await new Promise<void>((resolve) => server.listen({ path, backlog }, resolve));
}

/** A front worker in this process, without anybody who starts it. */
export function startFront(door: FrontDoor): Promise<{ readonly port: number; readonly stop: () => void }> {
  return new Promise((resolve, reject) => {
    const begin = { is: 'begin', host: '127.0.0.1', port: 0, bytes: 64 * 2 ** 20, ...door } as const;
    const front = new Front(begin, {
      say: (word) => {
        if (word.is === 'listening') resolve({ port: word.port, stop });
        else if (word.is === 'refused') reject(new Error(word.message));
      },
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

/** The same for as long as the process lives; resolves to its port. */
export const serveFront = async (door: FrontDoor): Promise<number> => (await startFront(door)).port;
