import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { createKeptSink } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { createScriptedServer } from '../../../test/support/servers/scripted-server.ts';
import { createBook } from '../../book/create-book.ts';
import { readConfig } from '../../config.ts';
import type { Connector } from '../../contract/connector.ts';
import { createLog } from '../../log.ts';
import { collectorMaker } from './make-collector.ts';

afterEach(() => {
  vi.useRealTimers();
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

it('waits for a stage as long as it takes on a busy machine', async () => {
  const server = await createScriptedServer();
  const { config } = readConfig({ file: null, environment: {}, flags: {} });
  const connector: Connector = {
    slug: 'skinport',
    games: ['CS2'],
    credentials: [],
    budgets: { all: { requests: 10, perSeconds: 1, scope: 'ip' } },
    sources: [priceList()],
  };
  const sink = createKeptSink();
  const make = await collectorMaker(
    {
      config: { ...config, 'collect.relay': server.origin },
      connectors: [connector],
      secrets: () => null,
      log: createLog({ level: 'silent', format: 'json', write: () => {} }),
      now: Date.now,
      random: () => 0,
    },
    { book: createBook(), store: { lastRowCounts: async () => [] }, sinkOf: () => sink, spreadSeconds: 0 },
  );
  const answers: ServerResponse[] = [];
  server.play(() => ({ write: (response) => answers.push(response) }));
  // Timers of sockets continue
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const collector = make([connector]);
  collector.start();
  await until(() => answers.length === 1);
  vi.advanceTimersByTime(600_000);
  answers[0]?.end(JSON.stringify({ items: priceRows(3) }));
  await until(() => sink.runs.length > 0);
  vi.useRealTimers();
  await collector.stop();
  await server.close();

  expect(sink.runs).toMatchObject([{ outcome: 'read', rows: 3 }]);
});
