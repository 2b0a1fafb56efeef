import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { csfloat, offerRecord } from '../support/api/served-api.ts';
import { enter, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

const count = 250;
const paper = 'Sticker | Paper (Holo)';
/** As long as a name can be, in one word. */
const unbroken = 'l'.repeat(256);

/** Offers of ten items, each a cent dearer than the one before, with floats in another order. */
const made = Array.from({ length: count }, (_, at) => ({
  ...offerRecord('CS2', `M4A4 | Made-up ${at % 10} (Field-Tested)`, String(at), 2_000 + at * 10),
  float: ((at * 7) % count) / count,
  paintSeed: at,
  stickers: at === 7 ? [{ name: paper, wear: 0, slot: 0 }] : [],
}));

/** The address's parameters for offers at any price, cheapest first. */
const everything = { min: '0', below: '0', sort: 'price' };

/** What a browser is told at the limit of its requests, which are counted by calendar minute. */
const limit = 'is limited to 6000 requests per minute; try again in 40 s';

const priceOf = (at: number): string => `$${(2 + at / 100).toFixed(2)}`;

needing('Chromium').describe('in a browser, the page of single offers', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;
  let visited: Visit;
  /** The minute in which browsers have asked another node for all they may. */
  let usedMinute: number | null = null;

  beforeAll(async () => {
    const counts = (id: string) =>
      usedMinute === null || !id.startsWith('s-')
        ? []
        : [
            {
              ...{ minute: usedMinute, requestsOfMinute: 6_000 },
              ...{ lastUsedAt: 0, requests: 6_000, day: 0, requestsOfDay: 6_000 },
            },
          ];
    served = await serveStream({
      dashboard: readDashboard(dashboardFolder),
      api: { usedElsewhere: { begin: () => {}, counts, changed: () => {} } },
    });
    const long = { ...offerRecord('CS2', unbroken, 'long', 950_000), stickers: [{ name: unbroken, wear: 0, slot: 0 }] };
    served.put([...made, offerRecord('CS2', paper, 'paper', 900_000), long], csfloat);
    origin = `http://127.0.0.1:${served.port}`;
    browser = await openBrowser();
  });
  afterEach(() => visited.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const come = async (address: string): Promise<Page> => {
    visited = await visit(browser, origin);
    await enter(visited.page, `${address}#token=${served.api.issueToken().token}`);
    return visited.page;
  };
  const useUp = (): void => {
    usedMinute = Math.floor(served.clock.at / 60_000);
  };
  const prices = (page: Page) => page.locator('.offers-list td.price').allTextContents();
  const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  it('leads to further pages as long as there are any, and back', async () => {
    const page = await come('/offers?q=made-up&min=0&below=0&sort=price');
    await page.getByText('100 offers · Cheapest first · refreshed every 10 s').waitFor();
    expect(await prices(page)).toEqual(Array.from({ length: 100 }, (_, at) => priceOf(at)));
    expect(await page.title()).toBe('made-up · Offers · Itemtape');
    expect(await page.getByRole('link', { name: '← First page' }).count()).toBe(0);
    const next = page.getByRole('link', { name: 'Next page →' });
    await next.click();
    await expect.poll(async () => (await prices(page))[0]).toBe(priceOf(100));
    await next.click();
    await expect.poll(() => prices(page)).toEqual(Array.from({ length: 50 }, (_, at) => priceOf(200 + at)));
    expect(await next.count()).toBe(0);
    // A page of results can be shared
    await page.reload();
    await expect.poll(async () => (await prices(page))[0]).toBe(priceOf(200));
    // On returning from an item, the same page is shown again
    const link = page.locator('.offers-list .item-link').nth(4);
    const href = await link.getAttribute('href');
    await link.click();
    await page.waitForSelector('[data-marketplace]');
    await page.goBack();
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("href")')).toBe(href);
    expect((await prices(page))[0]).toBe(priceOf(200));
    await page.goBack();
    await expect.poll(async () => (await prices(page))[0]).toBe(priceOf(100));
    await page.getByRole('link', { name: '← First page' }).click();
    await expect.poll(async () => (await prices(page))[0]).toBe(priceOf(0));

    expect(parametersOf(page)).toEqual({ ...everything, q: 'made-up', game: 'CS2' });
    // There is no store behind this page, so history requests fail
    expect(visited.troubles.filter((trouble) => !trouble.includes('500'))).toEqual([]);
  });

  it('shows the results of its form from the first page on, and keeps the form in the address', async () => {
    const page = await come('/offers?min=0&below=0&sort=price');
    await page.getByRole('link', { name: 'Next page →' }).click();
    await expect.poll(() => parametersOf(page)['after']).toBeDefined();
    await page.getByLabel('Words in the name').fill('made-up 3');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('From, in USD').fill('2.5');
    await page.getByLabel('Float up to').fill('0.5');
    const expected = made
      .filter(({ price, float }, at) => at % 10 === 3 && price.amount >= 2_500 && float <= 0.5)
      .map(({ price }) => `$${(price.amount / 1_000).toFixed(2)}`);
    await expect.poll(() => prices(page)).toEqual(expected);

    expect(parametersOf(page)).toEqual({
      ...everything,
      ...{ game: 'CS2', q: 'made-up 3', min: '2.5', fmax: '0.5' },
    });
    await page.getByLabel('Seeds').fill('53, 103');
    await expect
      .poll(() => prices(page))
      .toEqual(expected.filter((text) => [priceOf(53), priceOf(103)].includes(text)));
    await page.getByLabel('Variant').selectOption('Ruby');
    await page.getByText('No offers match right now.').waitFor();
    await page.getByRole('button', { name: 'TF2', exact: true }).click();
    await page.getByLabel('Float up to').waitFor({ state: 'detached' });
    expect(visited.troubles).toEqual([]);
  });

  it('sorts all results by the heads of columns', async () => {
    const page = await come('/offers?q=made-up&min=0&below=0&sort=price');
    await page.getByRole('button', { name: 'Price' }).click();
    await expect.poll(async () => (await prices(page))[0]).toBe(priceOf(count - 1));
    expect(parametersOf(page)['sort']).toBe('priceDown');
    expect(await page.getByLabel('Order').inputValue()).toBe('priceDown');
    await page.getByRole('button', { name: 'Float', exact: true }).click();
    const lowest = [...made].sort((a, b) => a.float - b.float).map(({ price }) => price.amount);
    await expect
      .poll(async () => (await prices(page)).slice(0, 3))
      .toEqual(lowest.slice(0, 3).map((amount) => `$${(amount / 1_000).toFixed(2)}`));
    expect(await page.locator('th[aria-sort]').textContent()).toContain('Float');
    await page.getByLabel('Order').selectOption('newest');
    await expect.poll(() => page.locator('th[aria-sort=descending]').textContent()).toContain('Found');

    expect(await page.locator('thead .sort').allTextContents()).toHaveLength(3);
    expect(visited.troubles).toEqual([]);
  });

  it('completes the name of a sticker from some of its words', async () => {
    const page = await come('/offers?min=0&below=0');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Stickers').fill('paper');
    await page.getByRole('button', { name: 'Paper (Holo)', exact: true }).click();
    await expect.poll(() => prices(page)).toEqual([priceOf(7)]);

    expect(parametersOf(page)['stickers']).toBe('Paper (Holo)');
    expect(await page.getByRole('list', { name: 'Matching stickers' }).count()).toBe(0);
  });

  it.each([
    ['the search', `/?game=CS2&q=${unbroken}`, '.found .grow'],
    ['the offers', `/offers?q=${unbroken}&min=0&below=0`, '.offers-list td'],
  ])('breaks in %s a name without blanks before what is next to it', async (_, address, cell) => {
    const page = await come(address);
    await page.locator(cell).filter({ hasText: unbroken }).first().waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      // Where there is no room for more, the rest is cut off
      const tooFull = await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(cell)})].filter((one) =>
        getComputedStyle(one).overflowX === 'visible' && one.scrollWidth > one.clientWidth).length`);
      expect(tooFull, `at ${width}`).toBe(0);
    }
  });

  it.each([
    ['/offers?marketplace=Nowhere', /Nowhere/],
    ['/offers?after=nothing', /the parameter "after" is "nothing"/],
  ])('shows at %s the error of the service, and no earlier results', async (address, message) => {
    const page = await come('/offers?q=made-up&min=0&below=0&sort=price');
    await page.waitForSelector('.offers-list tbody tr');
    await page.evaluate(`{
      history.pushState(null, '', ${JSON.stringify(address)});
      dispatchEvent(new PopStateEvent('popstate'));
    }`);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();

    expect(await page.locator('.offers-list tbody tr').count()).toBe(0);
  });

  it('says that a browser has reached its request limit, and makes no requests until it may again', async () => {
    visited = await visit(browser, origin);
    const { page } = visited;
    await page.clock.install();
    let asks = 0;
    page.on('request', (request) => {
      asks += Number(new URL(request.url()).pathname === '/tape/offers');
    });
    await enter(page, `/offers?min=0&below=0#token=${served.api.issueToken().token}`);
    await page.clock.runFor(1_000);
    await page.waitForSelector('.offers-list tbody tr');
    const refused = page.getByText(`this browser ${limit}`);
    useUp();
    for (let status = 200; status !== 429; ) {
      const answered = page.waitForResponse(/\/tape\/offers/);
      await page.clock.runFor(11_000);
      status = (await answered).status();
    }
    await refused.waitFor();
    const before = asks;
    await page.clock.runFor(35_000);
    expect(asks).toBe(before);

    served.clock.at += 60_000;
    await page.clock.runFor(15_000);
    await refused.waitFor({ state: 'detached' });
    expect(await page.locator('.offers-list tbody tr').count()).toBe(100);
  });

  it('says so after a reload, too, and keeps its session for later', async () => {
    const page = await come('/offers?min=0&below=0');
    await page.waitForSelector('.offers-list tbody tr');
    useUp();
    await page.reload();
    await page
      .getByText(new RegExp(`this browser ${limit}`, 'i'))
      .first()
      .waitFor();
    served.clock.at += 60_000;
    await page.reload();
    await page.waitForSelector('.offers-list tbody tr');
    expect(await page.getByLabel('API key').count()).toBe(0);
  });
});
