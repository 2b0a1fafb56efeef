import { TapeError } from './errors.ts';

/** One server-sent event. */
export type ServerEvent = { readonly id: string | null; readonly data: string };

/**
 * The events in a body as they arrive, until it ends or is cut off. A comment, which the service sends to keep the
 * connection alive, is an event without data.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  for await (const block of readParts(body, blankLine)) yield eventOf(block);
}

// Proxies may rewrite line ends. If a CR that ends a block is read before its LF, the next block begins with a blank line
const blankLine = /(?:\r\n|\n|\r(?!\n)){2}/;
const lineEnd = /\r\n|\n|\r/;

// Anything longer does not come from the service
const maxPartLength = 4 * 2 ** 20;

/**
 * The parts of a body before each separator, as they arrive. A body that is cut off, or ends within a part, counts as ended
 * unless `broken` throws.
 */
export async function* readParts(
  body: ReadableStream<Uint8Array>,
  separator: string | RegExp,
  broken: (cause: unknown) => { readonly done: true; readonly value?: undefined } = () => ({ done: true }),
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(broken);
      if (done) {
        // Not every cut is an error: some proxies end a shortened answer in order, and so does decompression
        if (rest.trim() !== '') broken(new Error('the answer ends within a line'));
        return;
      }
      const parts = (rest + decoder.decode(value, { stream: true })).split(separator);
      // The part after the last separator is not complete yet
      rest = parts.pop() ?? '';
      if (rest.length > maxPartLength)
        throw new TapeError(`the answer contains more than ${maxPartLength} characters without an end`);
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(lineEnd)) {
    if (line.startsWith('id:')) id = line.slice(3).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return { id, data: data.join('\n') };
}
