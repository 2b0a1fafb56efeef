import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { edited, isEdit } from './edits.ts';
import { encode } from './encoding.ts';
import { type Fault, shrink } from './faults.ts';
import type { StageReply, StageRequest } from './player.ts';

/** The content of an answer, independent of transport. */
export type Parcel = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const proxyPage = `<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>This page is shown by the stage in place of an answer.</p></body></html>
`;

const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Parcel => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body: Buffer.from(body),
});

/** The response a fault sends instead of the player's answer, or null when the player answers. */
const insteadOf = (fault: Fault | null, { headers }: StageRequest): Parcel | null => {
  if (fault?.kind === 'demanding' && headers[fault.header] === undefined)
    return text(fault.status, `requests must have the header ${fault.header}`);
  if (fault?.kind === 'limited') {
    const { retryAfterSeconds: seconds } = fault;
    return text(429, 'Too Many Requests', seconds === undefined ? {} : { 'retry-after': String(seconds) });
  }
  if (fault?.kind === 'status') return text(fault.status, `status ${fault.status}`);
  if (fault?.kind === 'html')
    return {
      status: fault.status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(proxyPage),
    };
  return null;
};

const typeOf = (body: unknown): string => {
  if (typeof body === 'string') return 'text/plain; charset=utf-8';
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json; charset=utf-8';
};

const bytesOf = (body: unknown): Buffer => {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
};

const parcelOf = ({ status = 200, headers = {}, body }: StageReply): Parcel => ({
  status,
  headers: { 'content-type': typeOf(body), ...headers },
  body: bytesOf(body),
});

type Change = (value: unknown) => unknown;

/** How the fault changes what an answer says; null when it does not. */
const changeBy = (fault: Fault | null): Change | null => {
  if (fault?.kind === 'shrunken') return (value) => shrink(value, fault.share);
  return fault !== null && isEdit(fault) ? (value) => edited(value, fault) : null;
};

/** Also changes what a JSON text says; other text stays as it is. */
const changed = (body: unknown, change: Change): unknown => {
  if (body instanceof Uint8Array) return body;
  if (typeof body !== 'string') return change(body);
  try {
    return JSON.stringify(change(JSON.parse(body)));
  } catch {
    return body;
  }
};

const changedParcel = (given: StageReply | null, change: Change): Parcel | null =>
  given === null ? null : parcelOf({ ...given, body: changed(given.body, change) });

const spoiled = (parcel: Parcel, fault: Fault | null): Parcel => {
  if (fault?.kind === 'garbled')
    return { ...parcel, body: Buffer.from(parcel.body.toString('latin1').replaceAll(':', ';'), 'latin1') };
  if (fault?.kind === 'truncated' && fault.isAbrupt !== true)
    return { ...parcel, body: parcel.body.subarray(0, parcel.body.length / 2) };
  return parcel;
};

const drip = async (response: ServerResponse, body: Buffer, bytes: number, everyMs: number): Promise<void> => {
  for (let sent = 0; sent < body.length && !response.destroyed; sent += bytes) {
    response.write(body.subarray(sent, sent + bytes));
    await wait(everyMs, undefined, { ref: false });
  }
  response.end();
};

const isUnchanged = (request: StageRequest, { status, headers }: Parcel): boolean => {
  const { etag } = headers;
  const known = request.headers['if-none-match'];
  return status === 200 && etag !== undefined && known?.split(',').some((one) => one.trim() === etag) === true;
};

const send = async (
  request: StageRequest,
  response: ServerResponse,
  parcel: Parcel,
  fault: Fault | null,
): Promise<number> => {
  if (isUnchanged(request, parcel)) {
    response.writeHead(304, parcel.headers).end();
    return 304;
  }
  const isEncoded = parcel.headers['content-encoding'] !== undefined;
  const { body, encoding } = isEncoded
    ? { body: parcel.body, encoding: null }
    : await encode(parcel.body, request.headers['accept-encoding']);
  const headers = {
    ...parcel.headers,
    vary: 'accept-encoding',
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  };
  response.writeHead(parcel.status, headers);
  if (request.method === 'HEAD') response.end();
  else if (fault?.kind === 'drip') await drip(response, body, fault.bytes, fault.everyMs);
  else if (fault?.kind === 'truncated' && fault.isAbrupt === true)
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
  return parcel.status;
};

/** The source of an answer: the player's content, and the same compressed, possibly from a cache. */
export type Answering = { readonly answer: () => StageReply | null; readonly packed: () => Parcel | null };

/** An answer made for each request. */
export const answering = (answer: () => StageReply | null): Answering => ({
  answer,
  packed: () => {
    const given = answer();
    return given === null ? null : parcelOf(given);
  },
});

/** Sends the player's answer, altered by the fault; returns the status sent, or 0 when none was. */
export const reply = async (
  request: StageRequest,
  response: ServerResponse,
  { answer, packed }: Answering,
  fault: Fault | null,
): Promise<number> => {
  if (fault?.kind === 'silent') return 0;
  if (fault?.kind === 'dead') {
    response.destroy();
    return 0;
  }
  const instead = insteadOf(fault, request);
  if (instead !== null) return send(request, response, instead, null);
  const change = changeBy(fault);
  const parcel = change === null ? packed() : changedParcel(answer(), change);
  if (parcel === null) return send(request, response, text(404, 'Not Found'), null);
  return send(request, response, spoiled(parcel, fault), fault);
};
