import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { LineMessage, PageMessage } from '../../dashboard/src/stream/messages.ts';
import { Multiplexer } from '../../dashboard/src/stream/multiplexer.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { holds } from '../support/time/until.ts';

const everything = { subscribeTo: 'all', games: 'all', sequence: true };

/** A page at a port of its own. */
function createPage(multiplexer: Multiplexer, address: string) {
  const { port1: port, port2 } = new MessageChannel();
  const received: LineMessage[] = [];
  port.on('message', (data: LineMessage) => void received.push(data));
  multiplexer.attach(port2 as unknown as Parameters<Multiplexer['attach']>[0]);
  const say = (message: PageMessage) => port.postMessage(message);
  const of = (line: number) => received.filter((message) => message.line === line);
  return {
    port,
    say,
    of,
    kinds: (line: number) => of(line).map(({ kind }) => kind),
    texts: (
      line: number,
    ): { readonly type: string; readonly code?: string; readonly data?: { readonly name: string } }[] =>
      of(line).flatMap((message) => (message.kind === 'message' ? [JSON.parse(message.text)] : [])),
    /** Opens a line and subscribes, as the client does. */
    async subscribe(line: number, request: object): Promise<void> {
      say({ kind: 'open', line, address });
      await holds(() => of(line).some(({ kind }) => kind === 'open'), 'the line to open');
      say({ kind: 'send', line, text: JSON.stringify({ ...everything, ...request }) });
      await holds(() => of(line).some(({ kind }) => kind === 'message'), 'an answer');
    },
  };
}

describe('one connection for all pages', () => {
  let served: ServedStream;
  let multiplexer: Multiplexer;
  let pages: ReturnType<typeof createPage>[];

  beforeEach(async () => {
    served = await serveStream();
    multiplexer = new Multiplexer(NodeWebSocket as unknown as typeof WebSocket, 20_000);
    const address = `ws://127.0.0.1:${served.port}/ws/v2/offers?apiKey=${served.key}`;
    pages = [createPage(multiplexer, address), createPage(multiplexer, address)];
  });
  afterEach(async () => {
    for (const { say, port } of pages) {
      say({ kind: 'leave' });
      port.close();
    }
    await served.close();
  });

  const namesOf = (page: ReturnType<typeof createPage> | undefined, line: number) =>
    page?.texts(line).flatMap(({ data }) => data?.name ?? []);

  it('gives each line what it subscribed to, and nothing else', async () => {
    const [first, second] = pages;
    await first?.subscribe(1, { items: ['A'] });
    await first?.subscribe(2, {});
    await second?.subscribe(1, { items: ['B'] });
    served.put([offerRecord('CS2', 'A', '1', 1_000), offerRecord('CS2', 'B', '2', 1_000)]);
    await holds(() => namesOf(first, 2)?.length === 2 && namesOf(second, 1)?.length === 1, 'the offers');

    expect([namesOf(first, 1), namesOf(first, 2), namesOf(second, 1)]).toEqual([['A'], ['A', 'B'], ['B']]);
    expect(served.hub.stats().readers).toBe(1);
  });

  it('tells a refusal only to the line whose subscription was refused', async () => {
    const [first, second] = pages;
    await first?.subscribe(1, {});
    await second?.subscribe(1, { games: ['none such'] });

    expect(second?.texts(1)).toMatchObject([{ type: 'error', code: 'INVALID_PARAMS' }]);
    expect(first?.texts(1).map(({ type }) => type)).toEqual(['subscribed']);
  });

  it('goes on for the others when a page is left, and sends nothing for it', async () => {
    const [first, second] = pages;
    await first?.subscribe(1, {});
    await second?.subscribe(1, {});
    first?.say({ kind: 'leave' });
    served.put([offerRecord('CS2', 'A', '1', 1_000)]);
    await holds(() => namesOf(second, 1)?.length === 1, 'the offer');

    expect(namesOf(first, 1)).toEqual([]);
    expect(served.hub.stats().readers).toBe(1);
  });

  it('ends all lines when it ends, and says why', async () => {
    const [first, second] = pages;
    await first?.subscribe(1, {});
    await second?.subscribe(1, {});
    await served.keys.revoke('test');
    await holds(() => [first, second].every((page) => page?.kinds(1).at(-1) === 'close'), 'both to close');

    expect(first?.of(1).at(-1)).toMatchObject({ code: 1008, reason: 'this key was revoked or has expired' });
  });

  it('ends a line that does not read, and no other', async () => {
    const [first, second] = pages;
    await first?.subscribe(1, {});
    await second?.subscribe(1, {});
    for (let round = 1; first?.kinds(1).at(-1) !== 'close'; round += 1) {
      served.put([offerRecord('CS2', `Item ${round}`, String(round), 1_000)]);
      await holds(() => namesOf(second, 1)?.length === round, 'the offer of a round');
      second?.say({ kind: 'taken', line: 1, characters: 2_000 });
    }

    expect(first?.of(1).at(-1)).toMatchObject({ kind: 'close', code: 4000 });
    expect(second?.kinds(1)).not.toContain('close');
  });
});
