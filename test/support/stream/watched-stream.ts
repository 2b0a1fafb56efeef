import { serveStream } from './served-stream.ts';
import { pricedOffer } from './stream-rig.ts';

// A process that serves the stream, so that its memory can be measured separately; run with --expose-gc

export type Order = 'look' | 'flood';
export type Report = {
  /** Heap in use, after garbage collection. */
  readonly heapBytes: number;
  readonly bufferBytes: number;
  readonly readers: number;
  readonly groups: number;
  readonly closedBehind: number;
};

// Small enough to be full all the time
const limits = { keepMs: 0, keepCount: 4_000, byteLimit: 8 << 20 };
const served = await serveStream({
  // A client that reads nothing answers no ping: it has to be told first that it fell behind, even on a busy machine
  settings: { connectionsPerKey: 10_000, pingMs: 5_000 },
  hub: { lagMs: 500 },
  limits,
});
/** Sends no events and pings often, for clients that never answer. */
const other = await serveStream({ settings: { connectionsPerKey: 10_000, pingMs: 1_000 }, limits });

const offers = 400;
let price = 1_000;

/** Updates every offer repeatedly, with texts long enough to fill a socket soon. */
function flood(): void {
  const name = '★'.repeat(60);
  for (let round = 0; round < 10; round += 1) {
    price += 10;
    served.put(Array.from({ length: offers }, (_, at) => pricedOffer(`o${at}`, price, { name })));
  }
}

function look(): Report {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const { readers, groups, closedBehind } = served.hub.stats();
  const others = other.hub.stats();
  return {
    heapBytes: heapUsed,
    bufferBytes: arrayBuffers,
    readers: readers + others.readers,
    groups: groups + others.groups,
    closedBehind,
  };
}

process.on('message', (order: Order) => {
  if (order === 'flood') flood();
  process.send?.(look());
});
process.on('disconnect', () => process.exit());
process.send?.([served, other].map(({ port, key }) => ({ port, key })));
