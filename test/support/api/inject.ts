import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../../src/api/app.ts';

export type Injected = {
  readonly statusCode: number;
  readonly headers: OutgoingHttpHeaders;
  readonly rawPayload: Buffer;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary JSON
  readonly json: () => any;
};

/** Sends one request to the routes themselves, past everything that answers before them. An object as payload is sent as JSON. */
export async function inject(
  { handle }: App,
  {
    method = 'GET',
    url,
    headers = {},
    payload,
  }: {
    readonly method?: string;
    readonly url: string;
    readonly headers?: OutgoingHttpHeaders;
    readonly payload?: string | object | undefined;
  },
): Promise<Injected> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isJson = typeof payload === 'object';
  const all = { host: 'localhost:80', ...(isJson && { 'content-type': 'application/json' }), ...headers };
  try {
    return await new Promise<Injected>((resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port, method, path: url, headers: all, agent: false }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const rawPayload = Buffer.concat(parts);
          const body = String(rawPayload);
          const { statusCode = 0, headers } = reply;
          resolve({ statusCode, headers, rawPayload, body, json: () => JSON.parse(body) });
        });
      });
      sending.on('error', reject);
      sending.end(isJson ? JSON.stringify(payload) : payload);
    });
  } finally {
    server.close();
  }
}
