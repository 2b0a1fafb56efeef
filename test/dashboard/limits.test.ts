import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { enter, itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

/** A viewport of this width. */
const wide = (width: number) => ({ viewport: { width, height: 800 } });

/** Elements whose content is wider than they are. */
const tooNarrow = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].flatMap(({ scrollWidth, clientWidth, textContent }) =>
    scrollWidth > clientWidth ? [textContent] : [])`;

const nameOf = (at: number): string => `AK-47 | Made-up ${at} (Field-Tested)`;

needing('Chromium').describe('in a browser, over a made-up book', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;
  let visited: Visit;

  beforeAll(async () => {
    served = await serveStream({
      dashboard: readDashboard(dashboardFolder),
      settings: { connectionsPerKey: 1 },
    });
    served.put(Array.from({ length: 60 }, (_, at) => offerRecord('CS2', nameOf(at), String(at), 1_000 + at)));
    origin = `http://127.0.0.1:${served.port}`;
    browser = await openBrowser();
  });
  afterEach(() => visited.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const come = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> => {
    visited = await visit(browser, origin, options);
    await enter(visited.page, `${address}#token=${served.api.issueToken().token}`);
    return visited.page;
  };

  it('the search says that its list is cut, and can show more', async () => {
    const page = await come('/?q=made-up&game=CS2');
    await page.getByText('50 items · there are more').waitFor();
    expect(await page.locator('.found li').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('60 items', { exact: true }).waitFor();

    expect(await page.locator('.found li').count()).toBe(60);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('all offers of an item are requested if the key may not open the stream, in as many requests as that takes', async () => {
    const name = 'M4A4 | Manifold (Field-Tested)';
    served.put(Array.from({ length: 620 }, (_, at) => offerRecord('CS2', name, `many-${at}`, 2_000 + at)));
    const { text } = await served.keys.create({ name: 'without stream', websocketAccess: false });
    visited = await visit(browser, origin);
    const { page } = visited;
    await page.goto(itemAddress(name));
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();

    await page.getByText(/^620 with a price and a link, refreshed every 30 s · this key lacks the right/).waitFor();
  });

  it('a price that was never confirmed has no age', async () => {
    const page = await come(itemAddress(nameOf(1)));
    const row = page.locator('[data-marketplace]');
    await row.waitFor();

    expect(await row.textContent()).not.toContain('never');
  });

  it.each([
    ['en-GB', 'The service cannot be reached.'],
    ['ru-RU', 'Сервис недоступен.'],
  ])('a request without an answer is reported in the language of the page, %s', async (locale, text) => {
    visited = await visit(browser, origin, { locale });
    const { page } = visited;
    await enter(page, `/#token=${served.api.issueToken().token}`);
    const search = page.getByRole('searchbox');
    await search.waitFor();
    await page.context().setOffline(true);
    await search.fill('made-up');
    await page.getByText(text).first().waitFor();
  });

  it('a service that is gone is said once, with the time, and dims the prices until it is back', async () => {
    const page = await come(itemAddress(nameOf(1)));
    await page.locator('[data-marketplace] .price').waitFor();
    const colour = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('[data-marketplace] .price')).color`);
    const before = await colour();
    await page.context().setOffline(true);
    const notice = page.getByText(/What is shown is as it was at \d/);
    await notice.waitFor();

    expect(await colour()).not.toBe(before);
    expect(await page.getByText('The service cannot be reached.').count()).toBe(1);
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await expect.poll(colour).toBe(before);
  });

  it('tabs beyond the connection limit of a key are live, as limits of keys are for programs', async () => {
    const first = await come('/tape');
    await first.getByText('Live ·').waitFor();
    for (const [address, live] of [
      ['/tape', 'Live ·'],
      [itemAddress(nameOf(1)), /, live$/],
    ] as const) {
      const [tab] = await Promise.all([
        first.waitForEvent('popup'),
        first.evaluate(`void open(${JSON.stringify(address)})`),
      ]);
      await tab.getByText(live).waitFor();
      expect(await tab.getByText('close one first').count()).toBe(0);
      await tab.close();
    }
  });

  it('offers that are not live stay in view when the service can no longer be reached', async () => {
    const { text } = await served.keys.create({ name: 'no stream', websocketAccess: false });
    visited = await visit(browser, origin);
    const { page } = visited;
    await page.clock.install();
    await page.goto(itemAddress(nameOf(1)));
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    const rows = page.locator('.offers tbody tr');
    await rows.waitFor();
    await page.context().setOffline(true);
    // Two attempts: what the first has changed is drawn before the second
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failing = page.waitForEvent('requestfailed');
      await page.clock.fastForward(60_000);
      await failing;
    }

    expect(await rows.count()).toBe(1);
    expect(await page.getByText('this key lacks the right websocketAccess').count()).toBe(1);
  });

  it.each([360, 768, 1000])('the tape shows long names in full, at %s pixels', async (width) => {
    const page = await come('/tape', wide(width));
    await page.getByText('Live ·').waitFor();
    const name = `★ StatTrak™ Falchion Knife | Made-up Doppler ${width} (Battle-Scarred)`;
    served.put([offerRecord('CS2', name, `long-${width}`, 1_000)]);
    await page.getByText(name).waitFor();

    expect(await page.evaluate(tooNarrow('.tape .item'))).toEqual([]);
  });

  it.each([
    ['a message', 360, `/deals?game=CS2&from=${'x'.repeat(300)}`, /is not known$/],
    ['a heading', 768, `${itemAddress(nameOf(1))}&phase=${'x'.repeat(300)}`, /that include x/],
  ])('%s with a long word is not wider than the page', async (_, width, address, text) => {
    const page = await come(address, wide(width));
    await page.getByText(text).waitFor();

    expect(await page.evaluate(tooNarrow('html'))).toEqual([]);
  });

  it('a name of one long word fits on a phone', async () => {
    const name = 'k'.repeat(60);
    await served.keys.create({ name, websocketAccess: true });
    const page = await come('/keys', wide(360));
    await page.getByText(name).waitFor();

    expect(await page.evaluate(tooNarrow('.wide'))).toEqual([]);
  });

  it('the focus returns to the row that was opened, among others of the same item', async () => {
    const name = 'P90 | Thrice (Field-Tested)';
    served.put([0, 1, 2].map((at) => offerRecord('CS2', name, `thrice-${at}`, 100 + at)));
    const page = await come('/offers?game=CS2&min=0&below=0&sort=price');
    await page.locator('.item-link', { hasText: name }).nth(2).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();

    const row = 'document.activeElement?.closest("tr")?.sectionRowIndex';
    await expect.poll(() => page.evaluate(row)).toBe(2);
  });
});
