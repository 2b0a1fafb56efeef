import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { TapeError } from '#client';
import { currencies } from '../../../schema/index.ts';
import type { CommandInput, Run } from '../../command.ts';
import { choiceFlag, readFlag } from '../../flags.ts';
import { cleanLines } from '../../read/clean.ts';
import { findService, keyOf } from '../../read/find-service.ts';
import { below, request } from '../../read/request.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { fileFlag, saveFile } from '../../save-file.ts';
import { isUnread } from '../../unread.ts';
import { untilStopped } from '../../watch/stop.ts';

export const run: Run = async (input) => {
  const to = fileFlag(input.flags);
  const shown = typeof input.columns?.() === 'number' ? cleanLines : String;
  const stop = untilStopped();
  try {
    const response = await ask(input, stop.signal);
    const bytes = bytesIn(response, stop.signal);
    if (to === undefined) await show(bytes, (text) => input.out(shown(text)));
    else await saveFile(bytes, to, stop.signal);
    const epoch = response.headers.get('x-tape-epoch');
    const place = epoch === null ? '' : `, as of ${epoch}:${response.headers.get('x-tape-sequence')}`;
    if (to !== undefined) input.err(`${resolve(to)}${place}\n`);
    return 0;
  } catch (error) {
    if (isUnread()) return 0;
    throw error;
  } finally {
    stop.forget();
  }
};

async function ask(input: CommandInput, signal: AbortSignal): Promise<Response> {
  const { flags } = input;
  const format = choiceFlag(flags, 'format', ['csv', 'ndjson', 'json']) ?? 'csv';
  const params = new URLSearchParams({
    format,
    currency: choiceFlag(flags, 'currency', currencies) ?? 'USD',
    marketplaces: readFlag(flags, 'marketplace') ?? '',
    game: await usualGame(input, tapeFor(input), { signal }),
  });
  const service = findService(input);
  const address = below(service.url, `tape/prices?${params}`);
  const headers = { 'x-api-key': keyOf(service) };
  const response = await request(address, { headers, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    if (cause instanceof TapeError) throw cause;
    throw new TapeError(`${service.url} does not answer; is the service running?`, { cause });
  });
  const type = response.headers.get('content-type');
  if (response.ok && type?.startsWith(types[format]) === true) return response;
  if (response.ok)
    throw new TapeError(`${service.url} did not answer with prices, but with ${type ?? 'nothing'}`, {
      status: response.status,
    });
  const answer = (await response.json().catch(() => ({}))) as { readonly error?: string };
  throw new TapeError(answer.error ?? `${service.url} answered ${response.status}`, { status: response.status });
}

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson', json: 'application/json' } as const;

const lineFeed = 10;

/** The bytes of a list, which ends with a line feed; throws if it is cut off: some proxies, and decompression, hide that. */
async function* bytesIn({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  let last: number | undefined;
  const cutOff = (cause?: unknown): never => {
    signal.throwIfAborted();
    throw new TapeError('the list was cut off; request it again', { cause });
  };
  try {
    for await (const bytes of Readable.fromWeb(body as ReadableStream<Uint8Array>, { signal })) {
      last = bytes.at(-1) ?? last;
      yield bytes;
    }
  } catch (cause) {
    cutOff(cause);
  }
  if (last !== undefined && last !== lineFeed) cutOff();
}

async function show(bytes: AsyncIterable<Uint8Array>, out: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of bytes) out(decoder.decode(piece, { stream: true }));
}
