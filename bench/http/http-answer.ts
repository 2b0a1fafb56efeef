import { get } from 'node:http';
import { connect } from 'node:net';
import type { RawHeaders } from './plain-servers.ts';

export type HttpAnswer = { readonly headers: RawHeaders; readonly body: Buffer };

// Headers that Node's server writes for each answer
const perAnswer = ['date', 'connection', 'keep-alive'];

/** Requests one answer, which must have status 200, without the headers that Node writes itself. */
export function answerAt(port: number, path: string, key: string): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { 'x-api-key': key } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const body = Buffer.concat(pieces);
        if (response.statusCode !== 200) reject(new Error(`${path} is answered ${response.statusCode}: ${body}`));
        const isRetained = (at: number) =>
          !perAnswer.includes((response.rawHeaders[at - (at % 2)] ?? '').toLowerCase());
        resolve({ headers: response.rawHeaders.filter((_, at) => isRetained(at)), body });
      });
    }).on('error', reject);
  });
}

export const isReachable = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
