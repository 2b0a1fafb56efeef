import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { TapeError } from '#client';
import { currencies } from '../../../schema/index.ts';
import type { CommandInput, Run } from '../../command.ts';
import { choiceFlag, readFlag } from '../../flags.ts';
import { cleanLines } from '../../read/clean.ts';
import { findService, keyOf } from '../../read/find-service.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { isUnread } from '../../unread.ts';
import { untilStopped } from '../../watch/stop.ts';

export const run: Run = async (input) => {
  const to = readFlag(input.flags, 'to');
  const shown = typeof input.columns?.() === 'number' ? cleanLines : String;
  const stop = untilStopped();
  try {
    const response = await ask(input, stop.signal);
    const bytes = Readable.fromWeb(response.body as ReadableStream<Uint8Array>, { signal: stop.signal });
    if (to === undefined) for await (const text of bytes.setEncoding('utf8')) input.out(shown(text));
    else await save(bytes, to, stop.signal);
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
  const params = new URLSearchParams({
    format: choiceFlag(flags, 'format', ['csv', 'ndjson', 'json']) ?? 'csv',
    currency: choiceFlag(flags, 'currency', currencies) ?? 'USD',
    marketplaces: readFlag(flags, 'marketplace') ?? '',
    game: await usualGame(input, tapeFor(input), { signal }),
  });
  const service = findService(input);
  const address = new URL(`tape/prices?${params}`, service.url.endsWith('/') ? service.url : `${service.url}/`);
  const response = await fetch(address, { headers: { 'x-api-key': keyOf(service) }, signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw new TapeError(`${service.url} does not answer; is the service running?`, { cause });
    },
  );
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { readonly error?: string };
  throw new TapeError(answer.error ?? `${service.url} answered ${response.status}`, { status: response.status });
}

/** Writes to a temporary name until the file is complete. */
async function save(bytes: Readable, to: string, signal: AbortSignal): Promise<void> {
  const part = `${to}.part`;
  try {
    await pipeline(bytes, createWriteStream(part), { signal });
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
