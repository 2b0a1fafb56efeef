import { createDeadline } from '../deadline.ts';
import { ConnectionError, mayRepeat, TapeError, unconnected } from '../errors.ts';
import { readParts } from '../events.ts';
import type { PriceRow } from '../generated/rest.ts';
import { addressOf, linesIn, type PlacedSettings, request } from '../http.ts';
import type { Parameter } from '../query/parameter.ts';
import type { Position } from '../resume-point.ts';
import { delayBefore, wait } from '../wait.ts';

const silenceMs = 60_000;

/** The rows of a price list as they arrive; returns the stream position that all of them correspond to. */
export async function* pricesOf(
  settings: PlacedSettings,
  what: Readonly<Record<string, Parameter>>,
  by: AbortSignal | undefined,
): AsyncGenerator<PriceRow, Position | null, undefined> {
  const deadline = createDeadline(by);
  try {
    const { headers, lines } = await begin(settings, { ...what, format: 'ndjson' }, deadline, by);
    const broken = (cause: unknown): never => {
      by?.throwIfAborted();
      throw new ConnectionError('broken', 'the list of prices was cut off; request it again', { cause });
    };
    for await (const line of readParts(lines, '\n', broken)) {
      // A slow caller must not be cut off
      deadline.within(null);
      yield rowIn(line);
      deadline.within(silenceMs);
    }
    const epoch = headers.get('x-tape-epoch');
    return epoch === null ? null : { epoch, sequence: Number(headers.get('x-tape-sequence')) };
  } finally {
    deadline.end();
  }
}

function rowIn(line: string): PriceRow {
  let row: unknown = null;
  try {
    row = JSON.parse(line);
  } catch {
    // Reported below
  }
  if (typeof row === 'object' && row !== null) return row as PriceRow;
  throw new TapeError(`the list of prices contains something that is not a row: ${JSON.stringify(line.slice(0, 80))}`);
}

/** The response before its rows; temporary failures are retried, because nothing has been delivered yet. */
async function begin(
  settings: PlacedSettings,
  query: Readonly<Record<string, Parameter>>,
  deadline: ReturnType<typeof createDeadline>,
  by: AbortSignal | undefined,
): Promise<{ readonly headers: Headers; readonly lines: ReadableStream<Uint8Array> }> {
  const { key, retries = 4, fetch: ask = fetch } = settings;
  const options = { headers: new Headers({ 'x-api-key': key }), signal: deadline.signal };
  for (let attempt = 0; ; attempt += 1) {
    deadline.within(silenceMs);
    const { url } = settings;
    const address = addressOf(url, 'tape/prices', query);
    try {
      const response = await request(ask, address, options).catch((cause: unknown) => {
        throw unconnected(address, cause);
      });
      return { headers: response.headers, lines: await linesIn(response, address) };
    } catch (error) {
      by?.throwIfAborted();
      if (!(error instanceof TapeError) || attempt >= retries || !mayRepeat(error)) throw error;
      deadline.within(null);
      settings.moveOn(url);
      await wait(delayBefore(attempt, error.retryAfterMs), by);
    }
  }
}
