import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import type { NormalOffer } from '../../src/schema/index.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { enter, holdBack, openBrowser, visit } from '../support/processes/browser.ts';
import { longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const perSecond = 500;
const measuredRows = 2_000;
const maxShown = 100;
const maxScriptBytes = 180_000;
const visits = 5;

type Watched = {
  /** Milliseconds from each frame to the next. */
  readonly frames: readonly number[];
  /** Most times that rows were drawn between two frames. */
  readonly maxBatches: number;
  /** Most rows at a time. */
  readonly maxRows: number;
};

/** A script that watches the table of the tape frame by frame until `watched` is called. */
const watchTape = `(() => {
  const body = document.querySelector('tbody');
  const frames = [];
  let last = performance.now();
  let batches = 0;
  let maxBatches = 0;
  let maxRows = 0;
  const observer = new MutationObserver(() => {
    batches += 1;
    maxRows = Math.max(maxRows, body.children.length);
  });
  observer.observe(body, { childList: true });
  const frame = (at) => {
    frames.push(at - last);
    last = at;
    maxBatches = Math.max(maxBatches, batches);
    batches = 0;
    next = requestAnimationFrame(frame);
  };
  let next = requestAnimationFrame(frame);
  window.watched = () => {
    cancelAnimationFrame(next);
    observer.disconnect();
    return { frames: frames.slice(1), maxBatches, maxRows };
  };
})()`;

/** Notes when a view is drawn, its field can be typed into and the page has nothing left to do. */
const watchLoading = `{
  const look = () => {
    const isDrawn = document.querySelector('main section') !== null && document.getElementById('query') !== null;
    if (!isDrawn) return requestAnimationFrame(look);
    requestIdleCallback(() => {
      window.usableAt = performance.now();
    });
  };
  requestAnimationFrame(look);
}`;

const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

describe('the build of the dashboard', () => {
  const files = readDashboard(dashboardFolder);

  it('is one file for what views share and one or two for each view, with the chart apart', async () => {
    const sizes = await Promise.all(
      [...files].map(async ([path, { body }]) => ({ path, bytes: (await body('br')).length })),
    );
    const page = String(await files.get('/')?.body('identity'));

    expect(readdirSync(join(dashboardFolder, 'assets')).length).toBe(
      sizes.filter(({ path }) => path.startsWith('/assets/')).length,
    );
    expect(page).toContain('rel="modulepreload"');
    expect(page).not.toContain('chart');
    // Phrases of other languages, the views one does not open and the chart
    const shared = sizes.find(({ path }) => /\/shared-.*\.js$/.test(path));
    expect(shared?.bytes).toBeLessThanOrEqual(60_000);
    for (const { path, bytes } of sizes) expect(bytes, path).toBeLessThanOrEqual(60_000);
  });

  it('has no inline scripts or styles and loads from no other host', async () => {
    const page = String(await files.get('/')?.body('identity'));

    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\//);
  });
});

needing('Chromium').describe('in a browser, the dashboard', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    served = await serveStream({
      dashboard: readDashboard(dashboardFolder),
      settings: { connectionsPerKey: 20 },
    });
    origin = `http://127.0.0.1:${served.port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  it('transfers little on the first visit, and shows something before any answer has come', async () => {
    const files = readDashboard(dashboardFolder);
    const times: number[] = [];
    let scriptBytes = 0;
    for (let run = 0; run < 3; run += 1) {
      const { page, sent, troubles, close } = await visit(browser, origin);
      const answer = await holdBack(page, ({ pathname }) => !files.has(pathname));
      await page.goto(`/#token=${served.api.issueToken().token}`);
      times.push(await until('the first paint', () => page.evaluate<number>(firstPaint)));
      const before = [...sent.keys()];
      answer();
      await page.getByLabel('Item name').waitFor();
      const bytes = [...sent.values()].reduce((sum, length) => sum + length, 0);
      expect(before.filter((path) => !files.has(path))).toEqual([]);
      expect(bytes).toBeGreaterThan(1_000);
      expect(bytes).toBeLessThanOrEqual(200_000);
      const scripts = [...sent].filter(([path]) => path.endsWith('.js'));
      scriptBytes = scripts.reduce((sum, [, length]) => sum + length, 0);
      expect(scriptBytes).toBeLessThanOrEqual(maxScriptBytes);
      expect([...sent.keys()].filter((path) => /chart|\/(?:ru|zh)-/.test(path))).toEqual([]);
      expect(troubles).toEqual([]);
      await close();
    }

    process.stdout.write(
      `cold load: ${scriptBytes} bytes of scripts, first contentful paint after ${times.map(Math.round).join(', ')} ms\n`,
    );
  });

  it('paints within a second and can be used within two on a processor slowed fourfold', async () => {
    const paints: number[] = [];
    const usable: number[] = [];
    // The best of several visits: the others say how busy this machine is
    for (let run = 0; run < visits; run += 1) {
      const { page, close } = await visit(browser, origin);
      await page.addInitScript(watchLoading);
      const debug = await page.context().newCDPSession(page);
      await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(`/#token=${served.api.issueToken().token}`);
      usable.push(await until('the page to be usable', () => page.evaluate<number>('window.usableAt ?? 0')));
      paints.push(await page.evaluate<number>(firstPaint));
      await close();
    }

    process.stdout.write(
      `at a quarter of the speed: first contentful paint after ${paints.map(Math.round).join(', ')} ms, ` +
        `usable after ${usable.map(Math.round).join(', ')} ms\n`,
    );
    // A machine that does anything else is slower than any bound
    if (!longRun) return;
    expect(Math.min(...paints)).toBeLessThanOrEqual(1_000);
    expect(Math.min(...usable)).toBeLessThanOrEqual(2_000);
  });

  it('caches what it loaded for ever, compressed', async () => {
    const page = await (await fetch(origin)).text();
    const addresses = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    for (const address of addresses) {
      const { headers } = await fetch(origin + address, { headers: { 'accept-encoding': 'br' } });
      expect([headers.get('content-encoding'), headers.get('cache-control')], address).toEqual([
        'br',
        expect.stringContaining('immutable'),
      ]);
    }
  });

  it('draws few rows of the tape and few times, however many messages come', async () => {
    const { page, close } = await visit(browser, origin);
    await enter(page, `/tape#token=${served.api.issueToken().token}`);
    await page.getByText('Live ·').waitFor();
    let fed = 0;
    const feeding = setInterval(() => {
      const offers = Array.from({ length: perSecond / 20 }, (): NormalOffer => {
        fed += 1;
        const price = 1_000 + (fed % 7_919) * 10;
        return offerRecord('CS2', `AK-47 | Made-up ${fed % 400} (Field-Tested)`, String(fed % 3_000), price);
      });
      served.put(offers);
    }, 50);
    const total = async (): Promise<number> =>
      Number(/([\d,]+) so far/.exec((await page.locator('#tape-state').textContent()) ?? '')?.[1]?.replaceAll(',', ''));
    // Enough of them that the page's code has been compiled
    await until('the first rows', async () => (await total()) > maxShown);
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable');
    const metrics = async (): Promise<(name: string) => number> => {
      const received = (await debug.send('Performance.getMetrics')).metrics;
      return (name) => received.find((one) => one.name === name)?.value ?? 0;
    };
    const before = { metric: await metrics(), rows: await total(), at: performance.now() };
    await page.evaluate(watchTape);
    await until('enough rows', async () => (await total()) - before.rows >= measuredRows);
    const { frames, maxBatches, maxRows }: Watched = await page.evaluate('watched()');
    const metric = await metrics();
    const rows = (await total()) - before.rows;
    const seconds = (performance.now() - before.at) / 1_000;
    clearInterval(feeding);
    await until('all rows', async () => (await total()) >= fed);
    await close();

    const work = metric('TaskDuration') - before.metric('TaskDuration');
    const layouts = metric('LayoutCount') - before.metric('LayoutCount');
    const long = frames.filter((length) => length > 50).length;
    const sorted = [...frames].sort((a, b) => a - b);
    process.stdout.write(
      `${Math.round(rows / seconds)} rows/s over ${seconds.toFixed(1)} s: ${(frames.length / seconds).toFixed(1)} frames/s, ` +
        `median ${sorted[frames.length >> 1]?.toFixed(1)} ms, 99 % ${sorted[Math.floor(frames.length * 0.99)]?.toFixed(1)} ms, ` +
        `${long} of ${frames.length} above 50 ms; ${layouts} layouts; main thread ${((work * 1e6) / rows).toFixed(0)} µs a row\n`,
    );
    // Of thousands of rows, those in view are in the page
    expect(maxBatches).toBeLessThanOrEqual(2);
    expect(maxRows).toBeLessThanOrEqual(maxShown);
    // A busy machine draws few frames, and lays out more often than it draws
    expect(layouts, 'layouts of the page').toBeLessThan(Math.max(2 * frames.length, rows / 20));
  });
});
