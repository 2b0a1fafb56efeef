import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backlog } from '../src/front/backlog.ts';
import { restlessBook } from './restless-book.ts';

/** Listens on a free port of this machine, and says which. */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', backlog }, () => resolve((server.address() as AddressInfo).port));
  });

/** Names and values in turn, as they go over the wire. */
export type RawHeaders = readonly string[];

/** Bare node:http that answers everything with the same bytes. */
export function servePlain(headers: RawHeaders, body: Uint8Array): Promise<number> {
  const head = [...headers];
  return listen(
    createServer((_, response) => {
      response.writeHead(200, head);
      response.end(body);
    }),
  );
}

/** Bare node:http that makes the JSON text of the same object for each answer, before which an offer of a book is repriced where it is restless. */
export function serveStringified(headers: RawHeaders, json: string, isRestless: boolean): Promise<number> {
  const head = [...headers];
  const value: unknown = JSON.parse(json);
  const reprice = isRestless ? restlessBook().reprice : () => {};
  return listen(
    createServer((_, response) => {
      reprice();
      response.writeHead(200, head);
      response.end(JSON.stringify(value));
    }),
  );
}
