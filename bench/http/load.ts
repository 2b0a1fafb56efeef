import { connect } from 'node:net';

export type Load = {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadResult = { readonly answers: number; readonly perSecond: number };

/** Sends one request repeatedly on persistent connections. */
export async function sendOverAndOver({ port, path, key, connections, seconds }: Load): Promise<LoadResult> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`);
  let answers = 0;
  let isOver = false;
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const isWhole = answerReader(reject);
      socket.setNoDelay(true);
      socket.on('connect', () => socket.write(request));
      socket.on('data', (chunk) => {
        if (!isWhole(chunk)) return;
        answers += 1;
        if (isOver) socket.end();
        else socket.write(request);
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
  const startedAt = performance.now();
  const timer = setTimeout(() => {
    isOver = true;
  }, seconds * 1000);
  await Promise.all(Array.from({ length: connections }, run)).finally(() => clearTimeout(timer));
  return { answers, perSecond: (answers * 1000) / (performance.now() - startedAt) };
}

/** Whether the bytes that were just received complete an answer. */
function answerReader(wrong: (error: Error) => void): (chunk: Buffer) => boolean {
  let left = 0;
  return (chunk) => {
    left = (left === 0 ? lengthOf(chunk) : left) - chunk.length;
    if (left < 0 || Number.isNaN(left)) wrong(new Error(`an answer is no success, or ${-left} bytes too long`));
    return left === 0;
  };
}

/** Length in bytes of the whole answer that begins with these, which contain its head; NaN if it is no success. */
function lengthOf(begun: Buffer): number {
  const bodyAt = begun.indexOf('\r\n\r\n') + 4;
  const head = begun.toString('latin1', 0, bodyAt);
  return head.startsWith('HTTP/1.1 200') ? bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) : Number.NaN;
}
