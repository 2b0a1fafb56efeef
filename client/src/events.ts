/** One server-sent event. */
export type ServerEvent = { readonly id: string | null; readonly data: string };

/**
 * The events in a body as they come, until it ends or breaks off. A comment, which the service sends to keep the
 * connection alive, is an event without data.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      // What follows the last empty line is not whole yet
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('id:')) id = line.slice(3).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return { id, data: data.join('\n') };
}
