import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backlog } from '../../src/front/limits.ts';

/** Listens on a free port of this machine; resolves to the port. */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', backlog }, () => resolve((server.address() as AddressInfo).port));
  });

/** Names and values alternating, as sent over the wire. */
export type RawHeaders = readonly string[];

/** Bare node:http that answers every request with the same bytes. */
export function servePlain(headers: RawHeaders, body: Uint8Array): Promise<number> {
  const head = [...headers];
  return listen(
    createServer((_, response) => {
      response.writeHead(200, head);
      response.end(body);
    }),
  );
}

/** Bare node:http that stringifies the same object for each answer. */
export function serveStringified(headers: RawHeaders, json: string): Promise<number> {
  const head = [...headers];
  const value: unknown = JSON.parse(json);
  return listen(
    createServer((_, response) => {
      response.writeHead(200, head);
      response.end(JSON.stringify(value));
    }),
  );
}
