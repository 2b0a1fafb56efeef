import { finished, Readable } from 'node:stream';
import type { Call, Content } from './router.ts';

export const jsonType = 'application/json; charset=utf-8';

export const json = (value: unknown, status = 200): Content => ({
  status,
  headers: { 'content-type': jsonType },
  body: JSON.stringify(value),
});

/** Sends an answer. `failed` is called when its body fails before any of it was sent. */
export function sendContent(
  call: Call,
  { status = 200, headers, body }: Content,
  failed: (error: Error) => void,
): void {
  const { request, response } = call;
  const all: Record<string, string> = { ...call.headers, ...headers };
  if (body instanceof Readable) sendStream(call, status, all, body, failed);
  else {
    const isBodiless = status === 204 || status === 304 || (body === undefined && request.method === 'HEAD');
    if (!isBodiless) all['content-length'] = String(Buffer.byteLength(body ?? ''));
    response.writeHead(status, all).end(body);
  }
}

function sendStream(
  { response }: Call,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Readable,
  failed: (error: Error) => void,
): void {
  response.statusCode = status;
  // Sent with the first piece, so that what fails before it is answered with an error
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  finished(body, { readable: true, writable: false }, (error) => {
    if (!error) return;
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    for (const name of Object.keys(headers)) response.removeHeader(name);
    failed(error);
  });
  finished(response, () => body.destroy());
  body.pipe(response);
}
