import type { Page } from 'playwright-core';

/**
 * Scrolls an element for some seconds, a little in each frame and back at its end, and counts the frames that were drawn;
 * an empty selector scrolls nothing.
 */
const countFrames = (selector: string, milliseconds: number): string => `new Promise((resolve) => {
  const element = ${JSON.stringify(selector)} === '' ? null : document.querySelector(${JSON.stringify(selector)});
  const begun = performance.now();
  let frames = 0;
  let by = 40;
  const frame = () => {
    frames += 1;
    if (element !== null) {
      const before = element.scrollTop;
      element.scrollTop += by;
      if (element.scrollTop === before) by = -by;
    }
    if (performance.now() - begun < ${milliseconds}) requestAnimationFrame(frame);
    else resolve(frames * 1_000 / (performance.now() - begun));
  };
  requestAnimationFrame(frame);
})`;

/** What a page needs of a processor to draw, however busy the machine is. */
export type Drawn = {
  /** How many it drew in a second. */
  readonly framesPerSecond: number;
  /** Processor time of its main thread, in milliseconds. */
  readonly workPerFrameMs: number;
  readonly workPerSecondMs: number;
};

/** Measures a page while one of its elements scrolls, or nothing does. */
export async function drawnBy(page: Page, selector: string, milliseconds: number): Promise<Drawn> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async (): Promise<number> => {
    const { metrics } = await debug.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await work();
  const begun = performance.now();
  const framesPerSecond = await page.evaluate<number>(countFrames(selector, milliseconds));
  // On a busy machine a page may answer later than it was asked to
  const workPerSecondMs = ((await work()) - before) / ((performance.now() - begun) / 1_000);
  await debug.detach();
  return { framesPerSecond, workPerFrameMs: workPerSecondMs / framesPerSecond, workPerSecondMs };
}

/** The bytes in use by a page's scripts, after everything that can be collected was. */
export async function heapOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.enable');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  await debug.detach();
  return usedSize;
}
