import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import type { NormalOffer } from '../../src/schema/index.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { allOf } from '../support/book/all-of.ts';
import { chooseCurrency, enter, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { type Drawn, drawnBy, heapOf } from '../support/processes/frames.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { publishChanges } from '../support/stream/publish.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const manyRows = 10_000;
const perSecond = 500;
const loadSeconds = extent({ short: 6, long: 600 });
/** Fifty frames a second are drawn if each needs no more than this, whatever else the machine does. */
const maxFrameMs = 20;
/** What the changes of a second may need, so that ten frames at most have no time. */
const maxSecondMs = 400;
const measuredMs = 3_000;
/** What a page may grow by while nothing is retained that was not before. */
const maxGrowth = 1.15;

const offerOf = (at: number, price = 2_000 + at * 10): NormalOffer =>
  offerRecord('CS2', `M4A4 | Made-up ${at} (Field-Tested)`, String(at), price);

/** The name of the item of the row under a point of the page. */
const nameAt = (page: Page, x: number, y: number): Promise<string | null> =>
  page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest('tr')?.querySelector('a')?.textContent ?? null`);

needing('Chromium').describe('in a browser, a list', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;
  let visited: Visit;
  let fed = 0;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    served = await serveStream({ dashboard: readDashboard(dashboardFolder), settings: { connectionsPerKey: 20 } });
    origin = `http://127.0.0.1:${served.port}`;
    fed = 0;
  });
  afterEach(async () => {
    await visited.close();
    await served.close();
  });
  afterAll(() => browser?.close());

  const come = async (address: string): Promise<Page> => {
    visited = await visit(browser, origin);
    await enter(visited.page, `${address}#token=${served.api.issueToken().token}`);
    return visited.page;
  };
  /** Puts so many changes, of three thousand offers. */
  const feed = (count: number): void => {
    const offers = Array.from({ length: count }, () => {
      fed += 1;
      return offerRecord('CS2', `AK-47 | Made-up ${fed % 400} (Field-Tested)`, String(fed % 3_000), 1_000 + fed * 10);
    });
    served.put(offers);
  };
  const seen = async (page: Page): Promise<number> =>
    Number(/([\d,]+) so far/.exec((await page.locator('#tape-state').textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  /** The tape with as many rows as it retains. */
  const fillTape = async (): Promise<Page> => {
    const page = await come('/tape');
    await page.getByText('Live ·').waitFor();
    for (let count = 0; count < manyRows; count += perSecond) {
      feed(perSecond);
      await wait(50);
    }
    await until('all rows', async () => (await seen(page)) >= manyRows);
    return page;
  };
  const measure = async (page: Page, selector: string): Promise<Drawn> => {
    const drawn = await drawnBy(page, selector, measuredMs);
    const { framesPerSecond, workPerFrameMs, workPerSecondMs } = drawn;
    const work = `${workPerFrameMs.toFixed(1)} ms a frame, ${workPerSecondMs.toFixed(0)} ms a second`;
    process.stdout.write(`${framesPerSecond.toFixed(1)} frames/s; the page needs ${work}\n`);
    return drawn;
  };

  it('of ten thousand rows has only those in view in the page, and at full length scrolls at fifty frames a second', async () => {
    const page = await fillTape();
    const table = page.locator('.tape');
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(manyRows + 1));
    const { workPerFrameMs } = await measure(page, '.ticker');
    if (longRun) expect(workPerFrameMs).toBeLessThanOrEqual(maxFrameMs);
    expect(await page.locator('.tape tbody tr').count()).toBeLessThan(120);
    // All rows are there: the last one at the end of the list, and each in a file
    await page.locator('.ticker').evaluate((one) => one.scrollTo({ top: one.scrollHeight }));
    await expect.poll(() => page.locator('.tape tbody tr').last().getAttribute('aria-rowindex')).toBe('10001');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of Tape' }).click();
    const file = await (await coming).createReadStream();
    let lines = 0;
    for await (const piece of file) lines += String(piece).split('\r\n').length - 1;
    expect(lines).toBe(manyRows + 1);
  });

  it('draws five hundred changes a second without growing, at full length in a fraction of each second', async () => {
    const page = await fillTape();
    const feeding = setInterval(() => feed(perSecond / 20), 50);
    const end = performance.now() + loadSeconds * 1_000;
    const seconds = [(await measure(page, '')).workPerSecondMs];
    // By then, what draws the changes is compiled
    const before = await heapOf(page);
    while (performance.now() < end) seconds.push((await measure(page, '')).workPerSecondMs);
    clearInterval(feeding);
    const after = await heapOf(page);

    process.stdout.write(`heap: ${(before / 1e6).toFixed(1)} MB, then ${(after / 1e6).toFixed(1)} MB\n`);
    if (longRun) expect(seconds.reduce((sum, one) => sum + one, 0) / seconds.length).toBeLessThanOrEqual(maxSecondMs);
    expect(after / before).toBeLessThan(maxGrowth);
  });

  it('stands still under the pointer, with its prices as they are now, and shows what is new when asked', async () => {
    served.put(Array.from({ length: 40 }, (_, at) => offerOf(at)));
    const page = await come('/offers?min=0&below=0');
    const row = page.locator('.offers-list tbody tr').nth(4);
    await row.hover();
    const { x = 0, y = 0 } = (await row.boundingBox()) ?? {};
    const name = await nameAt(page, x + 60, y + 10);
    const at = Number(/Made-up (\d+)/.exec(name ?? '')?.[1]);

    served.put([offerOf(at, 123_450), ...Array.from({ length: 50 }, (_, one) => offerOf(100 + one))]);
    // Answers are cached for some seconds by the clock of the service
    served.clock.at += 60_000;
    await page.getByRole('button', { name: '50 new rows · show' }).waitFor();
    expect(await nameAt(page, x + 60, y + 10)).toBe(name);
    expect(await row.locator('td.price').textContent()).toBe('$123.45');
    expect(await row.locator('[class*="flash-"]').count()).toBe(1);
    await page.getByRole('button', { name: '50 new rows · show' }).click();
    await expect.poll(() => nameAt(page, x + 60, y + 10)).not.toBe(name);
    expect(await page.locator('.offers-list tbody tr').count()).toBe(90);
  });

  it('begins with the newest offers from a dollar that are below all others, in the currency of the visitor', async () => {
    const asked: URLSearchParams[] = [];
    const page = await come('/offers');
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/tape/offers') asked.push(searchParams);
    });
    await chooseCurrency(page, 'RUB');
    await expect.poll(() => asked.at(-1)?.get('currency')).toBe('RUB');
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
      sort: 'newest',
      minPrice: '80',
      belowOthersPercent: '10',
    });
    const filters = page.getByRole('list', { name: 'Filters in effect' });
    expect(await filters.getByRole('button').count()).toBe(2);
    await filters.getByRole('button', { name: /10% below others/ }).click();
    await expect.poll(() => asked.at(-1)?.has('belowOthersPercent')).toBe(false);
    expect(new URL(page.url()).searchParams.get('below')).toBe('0');
    expect(await filters.getByRole('button').count()).toBe(1);
  });

  it('of the tape begins with what is added and updated, and shows what is removed if asked', async () => {
    const page = await come('/tape');
    await page.getByText('Live ·').waitFor();
    const rows = page.locator('.tape tbody tr');
    const begins = (events: readonly string[]) =>
      expect
        .poll(async () =>
          (await rows.evaluateAll((all) => all.map((row) => row.classList.item(0)))).slice(0, events.length),
        )
        .toEqual(events);
    const sweep = (): void => {
      const scope = { marketplaceId: 1, game: 'CS2', kinds: ['offer'] } as const;
      publishChanges(served.hub, allOf(served.book.sweep({ ...scope, seenBefore: Date.now() + 1, at: Date.now() })));
    };
    served.put([offerOf(1)]);
    await begins(['added']);
    served.put([offerOf(1, 9_000)]);
    await begins(['updated', 'added']);
    sweep();
    served.put([offerOf(2)]);
    await begins(['added', 'updated', 'added']);

    await page.getByRole('button', { name: 'Removed too' }).click();
    await expect.poll(() => rows.count()).toBe(0);
    // It is told only of what comes after it has subscribed anew
    await until('a removed offer', async () => {
      served.put([offerOf(3)]);
      sweep();
      return (await page.locator('.tape tr.removed').count()) > 0;
    });
    expect(new URL(page.url()).searchParams.get('removed')).toBe('1');
  });

  it('can be acted on by keyboard alone, from every row', async () => {
    served.put(Array.from({ length: 5 }, (_, at) => offerOf(at)));
    const page = await come('/offers?min=0&below=0&sort=price');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.offers-list tbody tr').first().waitFor();
    await page.locator('#content').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const name = 'M4A4 | Made-up 1 (Field-Tested)';
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.keyboard.press('c');
    await expect.poll(copied).toBe(name);
    await page.keyboard.press('l');
    await expect.poll(copied).toBe(`${origin}/item?${new URLSearchParams({ game: 'CS2', name })}`);
    await page.keyboard.press('w');
    const star = page.getByRole('button', { name: `Watch ${name}` });
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    const opening = page.context().waitForEvent('page');
    await page.keyboard.press('o');
    expect(new URL((await opening).url()).pathname).toMatch(/^\/item$|^blank$/);
    await page.keyboard.press('a');

    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ game: 'CS2', name, below: '2.01' });
    expect(new URL(page.url()).pathname).toBe('/alerts');
  });

  it('has what can be done with a row behind one button where there is no pointer', async () => {
    served.put([offerOf(1)]);
    visited = await visit(browser, origin, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const { page } = visited;
    await enter(page, `/offers?min=0&below=0#token=${served.api.issueToken().token}`);
    const name = 'M4A4 | Made-up 1 (Field-Tested)';
    const copying = page.getByRole('button', { name: `Copy the name ${name}` });
    const more = page.getByRole('button', { name: `What to do with ${name}` });
    await more.waitFor();
    expect(await copying.isVisible()).toBe(false);
    await more.tap();
    await copying.waitFor();
    await page.getByRole('button', { name: `Watch ${name}` }).tap();
    expect(await page.getByRole('button', { name: `Watch ${name}` }).getAttribute('aria-pressed')).toBe('true');
    expect((await page.locator('.offers-list tbody tr').boundingBox())?.height).toBeLessThan(60);
  });
});
