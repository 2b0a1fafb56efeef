import { connect } from 'node:net';

export type Load = {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadResult = { readonly answers: number; readonly perSecond: number };

/** Sends one request repeatedly on persistent connections. Every answer must be as long as the first. */
export async function sendOverAndOver({ port, path, key, connections, seconds }: Load): Promise<LoadResult> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`);
  const bytes = await answerLength(port, request);
  let answers = 0;
  let isOver = false;
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let received = 0;
      socket.on('connect', () => socket.write(request));
      socket.on('data', (chunk) => {
        received += chunk.length;
        if (received < bytes) return;
        if (received > bytes) return reject(new Error(`an answer of ${received} bytes came, ${bytes} were expected`));
        received = 0;
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

/** Length of one whole answer in bytes, head and body. */
function answerLength(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
      if (head < 0 || length === undefined || text.length < head + 4 + Number(length)) return;
      socket.destroy();
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`the answer is ${text.slice(0, 40)}`));
      resolve(head + 4 + Number(length));
    });
    socket.on('error', reject);
  });
}
