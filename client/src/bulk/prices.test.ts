import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createTape, TapeError } from '../index.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(url: string) {
  const names: string[] = [];
  try {
    for await (const { name } of createTape({ url, key: 'k', retries: 0 }).prices({ game: 'CS2' })) names.push(name);
    return { names, failure: null };
  } catch (failure) {
    return { names, failure };
  }
}

const lines = '{"name":"a"}\n{"name":"b"}\n';
const list = { 'content-type': 'application/x-ndjson; charset=utf-8' };

describe('a list of prices', () => {
  it('ends after its last line', async () => {
    const url = await serve((response) => response.writeHead(200, list).end(lines));

    expect(await read(url)).toEqual({ names: ['a', 'b'], failure: null });
  });

  it.each([
    ['within a line', lines.slice(0, -3)],
    ['after a line', lines.slice(0, -1)],
  ])('is cut off if it ends %s, even in order', async (_, text) => {
    const url = await serve((response) => response.writeHead(200, list).end(text));
    const { names, failure } = await read(url);

    expect(names).toEqual(['a']);
    expect(failure).toMatchObject({ name: 'ConnectionError', failure: 'broken' });
  });

  it('is cut off if its compressed bytes end early', async () => {
    const bytes = gzipSync(Array.from({ length: 5_000 }, (_, at) => `{"name":"${(at * 7_919) % 5_000}"}`).join('\n'));
    const url = await serve((response) => {
      response.writeHead(200, { ...list, 'content-encoding': 'gzip' }).end(bytes.subarray(0, bytes.length / 2));
    });

    expect((await read(url)).failure).toMatchObject({ name: 'ConnectionError', failure: 'broken' });
  });

  it.each([
    ['the page of a proxy', 200, 'text/html', '<html>log in', 'status 200, text/html, "<html>log in"'],
    ['an empty answer', 200, 'text/plain', '', 'status 200, text/plain, empty'],
    ['no content', 204, 'text/plain', '', 'status 204, text/plain, empty'],
  ])('is not %s', async (_, status, type, body, found) => {
    const url = await serve((response) => response.writeHead(status, { 'content-type': type }).end(body));
    const { names, failure } = await read(url);

    expect(names).toEqual([]);
    expect(failure).toBeInstanceOf(TapeError);
    expect(String(failure)).toContain(`did not answer with a list: ${found}`);
  });

  it.each(['garbage', '', 'null'])('with the line "%s" is an error that shows it', async (line) => {
    const url = await serve((response) => response.writeHead(200, list).end(`{"name":"a"}\n${line}\n`));
    const { names, failure } = await read(url);

    expect(names).toEqual(['a']);
    expect(failure).toBeInstanceOf(TapeError);
    expect(String(failure)).toContain(`something that is not a row: ${JSON.stringify(line)}`);
  });
});
