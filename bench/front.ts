import { join } from 'node:path';
import { Front } from '../src/front/front.ts';

/** Where the process of the book answers a front worker, where it sends streams, and what that one shows. */
export type FrontDoor = { readonly path: string; readonly trunk: string; readonly secret: string };

const trustMs = 200;

export const doorIn = (folder: string): FrontDoor => ({
  path: join(folder, 'book.sock'),
  trunk: join(folder, 'trunk.sock'),
  secret: 'bench',
});

/** A front worker in this process, without anybody who starts it; resolves to its port. */
export function serveFront(door: FrontDoor): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = { is: 'begin', host: '127.0.0.1', port: 0, bytes: 64 * 2 ** 20, ...door } as const;
    const front = new Front(begin, {
      say: (word) => {
        if (word.is === 'listening') resolve(word.port);
        else if (word.is === 'refused') reject(new Error(word.message));
      },
      ended: () => {},
    });
    front.beat();
    setInterval(() => front.beat(), trustMs);
  });
}
