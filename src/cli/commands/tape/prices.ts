import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { TapeError } from '#client';
import { type CommandInput, defineCommand } from '../../command.ts';
import { addressFlags, byDefault, choice, currency, defaultGame, text, type Values } from '../../flags.ts';
import { cleanLines } from '../../read/clean.ts';
import { findService, keyOf } from '../../read/find-service.ts';
import { below, request } from '../../read/request.ts';
import { chosenGame, tapeOf } from '../../read/service.ts';
import { refuseFolder, saveFile } from '../../save-file.ts';
import { unlessUnread } from '../../unread.ts';
import { stoppable } from '../../watch/stop.ts';

const flags = {
  game: defaultGame,
  marketplace: text('--marketplace <names>', 'Only these marketplaces, comma-separated.'),
  format: byDefault(
    'csv',
    choice(['csv', 'ndjson', 'json'], '--format <format>', 'csv, ndjson (one object per line) or json (default: csv).'),
  ),
  to: text('--to <file>', 'File to write (default: standard output).'),
  currency: byDefault('USD', currency),
  ...addressFlags,
};

type Input = CommandInput<Values<typeof flags>>;

export const command = defineCommand({
  about: 'Writes the full price list of a game, all items on all marketplaces, as of one instant.',
  usage: '',
  example: 'itemtape prices --game CS2 --format csv --to prices.csv',
  flags,
  run: async (input) => {
    const { to } = input.flags;
    if (to !== undefined) refuseFolder(to);
    const shown = typeof input.columns?.() === 'number' ? cleanLines : String;
    return await unlessUnread(() =>
      stoppable(async ({ signal }) => {
        const response = await ask(input, signal);
        const bytes = bytesIn(response, signal);
        if (to === undefined) return await show(bytes, (text) => input.out(shown(text)));
        await saveFile(bytes, to, signal);
        const epoch = response.headers.get('x-tape-epoch');
        const position = epoch === null ? '' : `, as of ${epoch}:${response.headers.get('x-tape-sequence')}`;
        input.err(`${resolve(to)}${position}\n`);
      }),
    );
  },
});

async function ask(input: Input, signal: AbortSignal): Promise<Response> {
  const { format, currency: money, marketplace = '' } = input.flags;
  const service = findService(input);
  const tape = tapeOf(service);
  const params = new URLSearchParams({
    ...{ format, currency: money, marketplaces: marketplace },
    game: await chosenGame({ tape, flags: input.flags }, { signal }),
  });
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
