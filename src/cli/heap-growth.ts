import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// How far the heap may grow beyond its live size before a full collection. V8 lets a small heap grow to four times its
// live size: 200 MB of unused memory in a service whose data lies outside the heap. With 30 instead of 70 percent, a
// service with half a million offers uses 40 MB less, for a few percent more processor time.
const growthPercent = 30;

// The young generation, counting both halves, grows by doubling, and its pages stay resident. V8 lets it grow to 32 MB in
// Node 20 and, within one turn of the event loop, to 128 MB in Node 24; a single collection of it can then take tens of
// milliseconds. `--max-semi-space-size` is without effect once the process runs. In Node 25 and 26 it grows in small steps, to
// less than 32 MB in our measurements, and these flags change little.
const enoughForNewBytes = 16 * 2 ** 20;

// V8 allocates objects of one kind directly in the old generation once enough of them have lived long, as all of them do
// while a list is read for the first time, and keeps doing so: a tenth of the garbage of each request and change then stays
// until a full collection, with everything it references. Collections took four times as long.
const allAreNew = '--no-allocation-site-pretenuring';

/** Stops the young generation from growing: loading modules, for instance, would bring it to its maximum. */
export const holdNewSpace = (): void => setFlagsFromString('--semi-space-growth-factor=1');

export const growNewSpace = (): void => setFlagsFromString('--semi-space-growth-factor=2');

/** 64 kB each, 8 MB of them alive at a time; some 12 ms. */
const madeLength = 8_000;
const retainedObjects = 128;
const maxCreated = 500;

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** Lets the young generation grow until it is large enough, and no further, by objects that outlive its collections. */
function growToEnough(): void {
  const living: number[][] = [];
  growNewSpace();
  for (let made = 0; made < maxCreated && newSpaceBytes() < enoughForNewBytes; made += 1)
    living[made % retainedObjects] = new Array<number>(madeLength).fill(made);
  holdNewSpace();
}

/** Keeps the heap of this process close to its live size. */
export const boundHeap = (): void => {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString(allAreNew);
  growToEnough();
  let isHeld = true;
  // Node 24 shrinks it now and then
  new PerformanceObserver(() => {
    if (newSpaceBytes() >= enoughForNewBytes === isHeld) return;
    isHeld = !isHeld;
    if (isHeld) holdNewSpace();
    else growNewSpace();
  }).observe({ entryTypes: ['gc'] });
};
