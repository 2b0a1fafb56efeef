import { connect } from 'node:net';

/** Sends one request over and over on keep-alive connections for a while and resolves to answers per second. Every answer must be as long as the first. */
export async function requestsPerSecond(options: {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly milliseconds: number;
}): Promise<number> {
  const bytes = await answerLength(options.port, options.request);
  const request = Buffer.from(options.request);
  let answers = 0;
  let isOver = false;
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(options.port, '127.0.0.1');
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
  const runs = Array.from({ length: options.connections }, run);
  const warmUp = 500;
  await pause(warmUp);
  answers = 0;
  const startedAt = performance.now();
  await pause(options.milliseconds);
  const perSecond = (answers * 1000) / (performance.now() - startedAt);
  isOver = true;
  await Promise.all(runs);
  return perSecond;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Bytes of one whole answer, head and body. */
function answerLength(port: number, request: string): Promise<number> {
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
