import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { enter, itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { readJson } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const redline = liquidNames.CS2;
/** Enough of them for a list of ten and more, each of which is read as a whole. */
const read = [
  ...['skinport', 'csfloat', 'dmarket', 'waxpeer', 'market-csgo', 'bitskins', 'lis-skins', 'shadowpay', 'skinbaron'],
  ...['white-market', 'loot-farm', 'cs-deals', 'cs-trade', 'swap-gg', 'gamerpay', 'skinflow', 'csgo500', 'tradeit'],
];

needing('Chromium').describe('the page of an item', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  let open: Visit | null = null;

  const come = async (width: number, height: number, address = itemAddress(redline)): Promise<Page> => {
    open = await visit(browser, markets.service.origin, { viewport: { width, height } });
    await enter(open.page, await markets.opened(address));
    await open.page.waitForSelector('.plot canvas');
    return open.page;
  };
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`${selector} is not seen`);
    return box;
  };

  beforeAll(async () => {
    [markets, browser] = await Promise.all([
      startPlayedMarkets({
        items: stageItems,
        timesFaster: 10,
        atLeastSeconds: 60,
        connectors: connectors.filter(({ slug }) => read.includes(slug)),
        config: { 'collect.games': ['CS2'] },
      }),
      openBrowser(),
    ]);
    let known = 0;
    await until(
      'a dozen marketplaces with the item',
      async () => {
        const address = `${markets.service.origin}/v2/items/compare?${new URLSearchParams({ game: 'CS2', name: redline })}`;
        const { marketplaces } = await readJson(address, markets.key).catch(() => ({ marketplaces: [] }));
        known = marketplaces.length;
        return known > 12;
      },
      () => known,
    );
  });
  afterEach(async () => {
    expect(open?.troubles).toEqual([]);
    await open?.close();
    open = null;
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  it('asks for the past once in a visit, however marketplaces overtake each other', async () => {
    open = await visit(browser, markets.service.origin);
    const { page } = open;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (['/tape/history', '/tape/candles', '/v2/price-history', '/v2/sales'].includes(pathname)) asked.push(pathname);
    });
    let turn = 0;
    // Each time another one is the cheapest and has the most offers
    await page.route(/\/v2\/items\/compare\?/, async (route) => {
      // In place of "not modified", which has no body
      const { 'if-none-match': _, ...headers } = route.request().headers();
      const response = await route.fetch({ timeout: 0, headers });
      const answer = await response.json();
      turn += 1;
      for (const [at, row] of answer.marketplaces.entries()) {
        const isAhead = at === (turn * 5) % answer.marketplaces.length;
        Object.assign(row, { offerCount: isAhead ? 9_999 : 1, priceUSD: isAhead ? 1 + turn / 100 : row.priceUSD });
      }
      await route.fulfill({ response, json: answer });
    });
    await enter(page, await markets.opened(itemAddress(redline)));
    await page.waitForSelector('.plot canvas');
    const lines = async () => await page.locator('.legend li').allTextContents();
    const named = async () => (await lines()).map((text) => text.replace(/ ?[\d$–].*$/, ''));
    const first = await named();
    const before = turn;
    await until('several comparisons', async () => turn > before + 2);

    expect(await named()).toEqual(first);
    // What came since is drawn all the same
    await expect.poll(async () => (await lines())[0]).toContain(`$${(1 + turn / 100).toFixed(2)}`);
    expect(asked).toEqual(['/tape/history']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('has a chart of three fifths of a laptop and 420 pixels at least, beside ten marketplaces', async () => {
    const page = await come(1_440, 900);
    await page.waitForSelector('[data-marketplace]:nth-child(10)');
    const [chart, ladder] = [await boxOf(page, '.chart-panel .plot-frame'), await boxOf(page, 'table.marketplaces')];

    expect(chart.width / 1_440).toBeGreaterThanOrEqual(0.6);
    expect(chart.height).toBeGreaterThanOrEqual(420);
    expect(ladder.x).toBeGreaterThan(chart.x + chart.width);
    expect(await page.locator('[data-marketplace]').count()).toBe(10);
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    expect(await page.locator('[data-marketplace]').count()).toBeGreaterThan(10);
  });

  it('shows price, what leads to the cheapest offer and the chart in one and a half screens of a phone', async () => {
    const page = await come(390, 844);
    const [price, chart, buy] = await Promise.all(
      ['.quote .price', '.plot-frame', '.buy-bar a'].map((selector) => boxOf(page, selector)),
    );

    expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThan(844);
    expect((buy?.y ?? 0) + (buy?.height ?? 0)).toBeLessThanOrEqual(844);
    expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeLessThanOrEqual(844 * 1.5);
    expect(await page.locator('.buy-bar a').getAttribute('href')).toMatch(/^https?:/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('shows and hides the line of each marketplace, and leads to where to buy there', async () => {
    const page = await come(1_280, 900);
    const row = page.locator('[data-marketplace]').nth(5);
    await row.waitFor();
    const marketplace = (await row.getAttribute('data-marketplace')) ?? '';
    const legend = page.locator('.legend li', { hasText: marketplace });
    await row.getByRole('button', { name: `Line of ${marketplace} in the chart` }).click();
    await legend.waitFor();
    await row.getByRole('button', { name: `Line of ${marketplace} in the chart` }).click();
    await legend.waitFor({ state: 'detached' });

    expect(await row.getByRole('link', { name: `Buy on ${marketplace}` }).getAttribute('href')).toMatch(/^https?:/);
  });

  it('leads from the line of an alert to the form of a rule, with the price', async () => {
    const page = await come(1_280, 900);
    const handle = page.getByRole('button', { name: /^Tell me below/ });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    const price = /\$([\d.]+)/.exec((await handle.getAttribute('aria-label')) ?? '')?.[1];
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/alerts');

    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ game: 'CS2', name: redline, below: price });
  });

  it('compares with another item by percent', async () => {
    const page = await come(1_280, 900);
    await page.getByLabel('Compare with an item').fill('asiimov');
    await page.waitForSelector('#beside-names option', { state: 'attached' });
    await page.getByLabel('Compare with an item').press('Enter');
    await page.locator('.legend li', { hasText: 'Asiimov' }).waitFor();

    expect(new URL(page.url()).searchParams.get('with')).toContain('Asiimov');
  });
});
