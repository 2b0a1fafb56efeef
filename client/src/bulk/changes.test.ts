import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { streamsOfTests } from '../../../test/support/client/stream-reading.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';
import { createTape, GapError, type Position, TapeError } from '../index.ts';

const streams = streamsOfTests();

async function read(settings: { readonly url: string; readonly key: string }, what = {}) {
  const ids: string[] = [];
  const reading = createTape(settings).changes(what);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { ids, position: value as Position };
    ids.push(value.id);
  }
}

async function answering(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => answer(request.url ?? '', response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  streams.endLater(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function servedWith(ids: readonly string[]) {
  const served = await streams.served({});
  for (const id of ids) served.put([pricedOffer(id, 1_000)]);
  await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
  return served;
}

describe('past changes', () => {
  it('are read in full, and later from where they ended', async () => {
    const served = await servedWith(['a', 'b', 'c']);
    const first = await read(served.settings, { games: 'CS2', limit: 2 });
    expect(first.ids).toEqual(['1:CS2:a', '1:CS2:b']);
    const second = await read(served.settings, { after: first.position });
    expect(second.ids).toEqual(['1:CS2:c']);
    expect(second.position).toEqual({ epoch: 'served', sequence: served.hub.served });

    expect((await read(served.settings, { after: second.position })).ids).toEqual([]);
  });

  it('resume after a cut, and deliver nothing twice', async () => {
    const line = (sequence: number) =>
      `${JSON.stringify({ type: 'offer', epoch: 'e', sequence, id: `o${sequence}`, data: {} })}\n`;
    const heartbeat = '{"type":"heartbeat","timestamp":1,"epoch":"e","sequence":9,"count":1}\n';
    const requests: string[] = [];
    const answers = [[line(1), line(4), '{"type":"off'], [], [line(5), line(7), line(8)], [heartbeat]];
    const url = await answering((path, response) => {
      requests.push(path.replace('/tape/changes?subscribeTo=all&games=all', ''));
      response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
      for (const part of answers[requests.length - 1] ?? []) response.write(part);
      setTimeout(() => (requests.length < answers.length ? response.destroy() : response.end()), 20);
    });
    const received = await read({ url, key: 'k' }, { limit: 10 });

    expect(received).toEqual({ ids: ['o1', 'o4', 'o5', 'o7', 'o8'], position: { epoch: 'e', sequence: 9 } });
    expect(requests).toEqual(['&limit=10', '&after=e%3A4&limit=8', '&after=e%3A4&limit=8', '&after=e%3A8&limit=5']);
  });

  it('are refused if the service ignores the position, instead of delivering anything twice', async () => {
    const line = (sequence: number) =>
      `${JSON.stringify({ type: 'offer', epoch: 'e', sequence, id: `o${sequence}`, data: {} })}\n`;
    let requests = 0;
    const url = await answering((_, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(line(1) + line(2));
      setTimeout(() => response.destroy(), 20);
    });
    const ids: string[] = [];
    const reading = createTape({ url, key: 'k' }).changes();
    const failure = await (async () => {
      for await (const { id } of reading) ids.push(id);
    })().catch((error: unknown) => error);

    expect(String(failure)).toBe('TapeError: the list of changes contains e:1, which does not come after e:2');
    expect([failure instanceof TapeError, ids, requests]).toEqual([true, ['o1', 'o2'], 2]);
  });

  it.each([
    ['text that is no message', 'oops\n', 'not a message: oops'],
    ['a message without a position', '{"type":"offer"}\n', 'without a position: {"type":"offer"}'],
    ['a line without an end', `${' '.repeat(5 * 2 ** 20)}`, 'more than 4194304 characters without an end'],
  ])('are refused if they contain %s', async (_, body, message) => {
    const url = await answering((__, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(body);
    });
    const failure = await createTape({ url, key: 'k', retries: 0 })
      .changes()
      .next()
      .catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(TapeError);
    expect(String(failure)).toContain(message);
  });

  it('are a gap if the position is no longer kept', async () => {
    const served = await servedWith(['a']);
    const after = { epoch: 'former', sequence: 7 };
    const failure = await read(served.settings, { after }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(GapError);
    expect((failure as GapError).after).toEqual(after);
  });

  it('are refused after a permanent failure, and aborted on request', async () => {
    const served = await servedWith(['a']);
    const refused = await read({ ...served.settings, key: 'wrong' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'TapeError', status: 401 });
    const url = await answering((_, response) => response.end('<html>'));
    const other = await read({ url, key: 'k' }).catch((error: unknown) => error);
    expect(other).toBeInstanceOf(TapeError);
    expect(String(other)).toContain('did not answer with a list: status 200, no content type, "<html>"');
    const signal = AbortSignal.abort(new Error('no more'));
    const given = createTape(served.settings).changes({}, { signal });

    await expect(given.next()).rejects.toThrow('no more');
  });
});
