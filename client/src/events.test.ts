import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './events.ts';

const bodyOf = (parts: readonly Uint8Array[], isBroken: boolean): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (!isBroken) controller.close();
    },
    pull(controller) {
      if (isBroken) controller.error(new Error('the connection broke'));
    },
  });

async function eventsIn(body: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

/** Bytes in pieces with arbitrary boundaries, also within a character. */
function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const positions = [...new Set(cuts.map((deadline) => deadline % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...positions].map((from, at) => bytes.subarray(from, positions[at] ?? bytes.length));
}

it('reads the same events wherever the bytes are split and however lines end, and skips an incomplete one', async () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const event = fc.record({
    id: fc.option(fc.nat().map((sequence) => `epoch:${sequence}`)),
    data: fc.jsonValue().map((value) => JSON.stringify(value)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event),
      fc.array(fc.nat()),
      fc.boolean(),
      lineEnd,
      async (events, cuts, isBroken, end) => {
        const text = events.map(({ id, data }) => `${id === null ? '' : `id: ${id}\n`}data: ${data}\n\n`).join('');
        const bytes = new TextEncoder().encode(`${text}id: epoch:7\ndata: {"half":`.replaceAll('\n', end));

        expect(await eventsIn(bodyOf(cutAt(bytes, cuts), isBroken))).toEqual(events);
      },
    ),
  );
});

it('yields a comment as an event without data', async () => {
  const bytes = new TextEncoder().encode(':\n\ndata: 1\n\n');

  expect(await eventsIn(bodyOf([bytes], false))).toEqual([
    { id: null, data: '' },
    { id: null, data: '1' },
  ]);
});

it('cancels the body when its reader stops', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const _ of readEvents(body)) break;

  expect(cancelled).toBe(true);
});
