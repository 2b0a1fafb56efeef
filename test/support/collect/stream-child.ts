import { createCollector } from '../../../src/collect/collector.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { seededNumbers } from '../runner/seed.ts';
import { createRecordingSink } from './collecting.ts';
import { priceList } from './tiny-sources.ts';

// Reads one list from the given address, and prints its peak memory use
const mebibyte = 1024 * 1024;
const peak = { heap: 0, buffers: 0, rss: 0 };
const before = process.memoryUsage();
let records = 0;

function look(): void {
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  peak.heap = Math.max(peak.heap, heapUsed);
  peak.buffers = Math.max(peak.buffers, arrayBuffers);
  peak.rss = Math.max(peak.rss, rss);
}

const log = { debug: () => {} };
const sink = createRecordingSink();
const collector = createCollector({
  userAgent: 'test',
  connectors: [
    {
      slug: 'skinport',
      games: ['CS2'],
      credentials: [],
      budgets: { all: { requests: 1, perSeconds: 1, scope: 'ip' } },
      sources: [priceList()],
    },
  ],
  secrets: () => null,
  sink: {
    ...sink,
    take: async (batch) => {
      records += batch.length;
      look();
    },
    ran: ({ outcome, rows, detail }) => {
      const whole = (bytes: number) => Math.round((bytes / mebibyte) * 10) / 10;
      const started = { heap: whole(before.heapUsed), rss: whole(before.rss) };
      const max = { heap: whole(peak.heap), buffers: whole(peak.buffers), rss: whole(peak.rss) };
      process.stdout.write(JSON.stringify({ outcome, rows, records, detail, started, max }));
      void collector.stop();
    },
  },
  random: seededNumbers(),
  clock: systemClock,
  relay: process.argv[2] ?? null,
  log,
  names: () => [],
  valueOf: () => null,
  marketplaceItemId: () => null,
  spreadSeconds: 0,
});
collector.start();
