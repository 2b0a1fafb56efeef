import { type AddressInfo, createServer } from 'node:net';
import { backlog } from '../src/front/backlog.ts';
import { BookSide } from '../src/front/book-side.ts';
import { KeptAnswers } from '../src/front/kept-answers.ts';
import { accepting, Reader } from '../src/front/reader.ts';

/** Where the process of the book answers a front worker, and what that one shows. */
export type FrontDoor = { readonly path: string; readonly secret: string };

const trustMs = 200;

/** What a front worker does, without anybody who starts it; resolves to its port. */
export function serveFront({ path, secret }: FrontDoor): Promise<number> {
  const answers = new KeptAnswers(64 * 2 ** 20, { elapsed: () => performance.now(), now: Date.now });
  const book = new BookSide(path);
  answers.trust();
  setInterval(() => answers.trust(), trustMs);
  const server = createServer(accepting, (socket) => {
    new Reader(socket, { answers, book, secret });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', backlog }, () => resolve((server.address() as AddressInfo).port));
  });
}
