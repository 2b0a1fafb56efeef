import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { createRecordingSink } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { createScriptedServer } from '../../../test/support/servers/scripted-server.ts';
import { Book } from '../../book/book.ts';
import { readConfig } from '../../config/config.ts';
import type { Connector, Source } from '../../contract/connector.ts';
import { createLog } from '../../runtime/log.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import type { LastReading } from '../../store/store.ts';
import { collectorMaker } from './make-collector.ts';

afterEach(() => {
  vi.useRealTimers();
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

const skinportOf = (source: Source): Connector => ({
  slug: 'skinport',
  games: ['CS2'],
  credentials: [],
  budgets: { all: { requests: 10, perSeconds: 1, scope: 'ip' } },
  sources: [source],
});

/** Collects from a server that plays the marketplace, after readings that a store knows of. */
async function collectingFrom(connector: Connector, lastReadings: readonly LastReading[] = []) {
  const server = await createScriptedServer();
  const { config } = readConfig({ file: null, environment: {}, flags: {} });
  const sink = createRecordingSink();
  const make = await collectorMaker(
    {
      config: { ...config, 'collect.relay': server.origin },
      connectors: [connector],
      secrets: () => null,
      log: createLog({ level: 'silent', format: 'json', write: () => {} }),
      now: Date.now,
      random: () => 0,
    },
    { book: new Book(), store: { lastReadings: async () => lastReadings }, sinkOf: () => sink, spreadSeconds: 0 },
  );
  const collector = make([connector]);
  const stop = async () => {
    await collector.stop();
    await server.close();
  };
  return { server, sink, collector, stop };
}

it('waits for a stage as long as it takes on a busy machine', async () => {
  const { server, sink, collector, stop } = await collectingFrom(skinportOf(priceList()));
  const answers: ServerResponse[] = [];
  server.play(() => ({ write: (response) => answers.push(response) }));
  // Timers of sockets continue
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  collector.start();
  await until(() => answers.length === 1);
  vi.advanceTimersByTime(600_000);
  answers[0]?.end(JSON.stringify({ items: priceRows(3) }));
  await until(() => sink.runs.length > 0);
  vi.useRealTimers();
  await stop();

  expect(sink.runs).toMatchObject([{ outcome: 'read', rows: 3 }]);
});

it.each([
  ['rows', { rows: 8, priced: 8 }, 'read'],
  ['rows', { rows: 12, priced: 12 }, 'shrunk'],
  ['prices', { rows: 5, priced: 12 }, 'shrunk'],
  ['prices', { rows: 5, priced: null }, 'read'],
] as const)(
  'doubts a list with less than half the %s of the last one before the start: %o',
  async (_, size, outcome) => {
    const source = priceList();
    const last = {
      marketplaceId: marketplaceWithSlug('skinport').id,
      source: source.name,
      game: 'CS2' as const,
      ...size,
    };
    const { server, sink, collector, stop } = await collectingFrom(skinportOf(source), [last]);
    server.play(() => ({ body: { items: priceRows(5) } }));
    collector.start();
    await until(() => sink.runs.length > 0);
    await stop();

    expect(sink.runs).toMatchObject([{ outcome, rows: 5, priced: 5 }]);
  },
);
