import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// How far the heap may grow beyond its live size before a full collection. V8 lets a small heap grow to four times its
// live size: 200 MB of unused memory in a service whose data lies outside the heap. With 30 instead of 70 percent, a
// service with half a million offers uses 40 MB less, for a few percent more processor time.
const growthPercent = 30;

// The young generation, counting both halves, grows by doubling and never shrinks. V8 lets it grow to 32 MB in Node 20 and
// to 128 MB in Node 24; a single collection of it can then take tens of milliseconds. In Node 25 and 26 it grows in small
// steps, to less than 32 MB in our measurements, and these flags change little.
const enoughForNewBytes = 16 * 2 ** 20;

// V8 allocates objects of one kind directly in the old generation once enough of them have lived long, as all of them do
// while a list is read for the first time, and keeps doing so: a tenth of the garbage of each request and change then stays
// until a full collection, with everything it references. Collections took four times as long.
const allAreNew = '--no-allocation-site-pretenuring';

/** Stops the young generation from growing: loading modules, for instance, would bring it to its maximum. */
export const holdNewSpace = (): void => setFlagsFromString('--semi-space-growth-factor=1');

export const growNewSpace = (): void => setFlagsFromString('--semi-space-growth-factor=2');

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** Keeps the heap of this process close to its live size. */
export const boundHeap = (): void => {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString(allAreNew);
  const grown = new PerformanceObserver(() => {
    if (newSpaceBytes() < enoughForNewBytes) return;
    holdNewSpace();
    grown.disconnect();
  });
  grown.observe({ entryTypes: ['gc'] });
};
