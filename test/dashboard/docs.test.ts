import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, visit } from '../support/processes/browser.ts';
import { readJson } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const phone = { viewport: { width: 390, height: 844 } };

needing('Chromium').describe('in a browser, the documentation', () => {
  let markets: PlayedMarkets;
  let browser: Browser;

  beforeAll(async () => {
    [markets, browser] = await Promise.all([
      startPlayedMarkets({ items: stageItems, config: { 'collect.games': ['CS2'], 'collect.only': ['skinport'] } }),
      openBrowser(),
    ]);
    const address = `${markets.service.origin}/v2/marketplaces`;
    await until('a marketplace', async () => (await readJson(address, markets.key).catch(() => [])).length > 0);
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  const come = (options: Parameters<typeof visit>[2] = {}) => visit(browser, markets.service.origin, options);

  it('is read without a key, in the frame of the dashboard', async () => {
    const { page, troubles, close } = await come();
    await page.goto('/docs/tape-deals');
    await page.getByRole('heading', { level: 1, name: 'GET /tape/deals' }).waitFor();
    await page.getByRole('link', { name: '/v2/items/compare' }).click();
    await page.getByRole('heading', { level: 1, name: 'GET /v2/items/compare' }).waitFor();

    expect(new URL(page.url()).pathname).toBe('/docs/v2-items-compare');
    expect(await page.title()).toBe('GET /v2/items/compare · Docs · Itemtape');
    expect(await page.getByRole('link', { name: 'sign in' }).count()).toBe(1);
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(troubles.filter((trouble) => !trouble.includes('401'))).toEqual([]);
    await close();
  });

  it('leads the anchors of one page to where they are now', async () => {
    const { page, close } = await come();
    for (const [anchor, path] of [
      ['readItem', '/docs/v2-items'],
      ['failures', '/docs/errors'],
      ['FullItem', '/docs/schemas'],
      ['start', '/docs'],
    ]) {
      await page.goto('/health');
      await page.goto(`/docs#${anchor}`);
      await page.locator(`[id="${anchor}"]`).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await close();
  });

  it('finds a parameter by keyboard while one types, and shows it', async () => {
    const { page, close } = await come();
    await page.goto('/docs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('maxAgeSeconds deals');
    await page
      .getByRole('option', { name: /^maxAgeSeconds/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    const found = page.locator('[id="parameter.maxAgeSeconds"]');
    await found.waitFor();

    expect(new URL(page.url())).toMatchObject({ pathname: '/docs/tape-deals', hash: '#parameter.maxAgeSeconds' });
    await expect.poll(() => found.evaluate((one) => Math.round(one.getBoundingClientRect().top))).toBeLessThan(300);
    await close();
  });

  it('sends a request with the session of the browser, and shows the same as a command', async () => {
    const { page, troubles, close } = await come();
    await page.goto(await markets.opened('/docs/v2-marketplaces'));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/\d ms · [\d,]+ bytes/).waitFor();

    const answer = await page.locator('.try-it [role=status] pre').textContent();
    expect(JSON.parse(answer ?? '')).toMatchObject([{ marketplace: 'SkinPort' }]);
    expect(await page.locator('.try-it pre').first().textContent()).toBe(
      `curl -H "X-API-Key: $ITEMTAPE_KEY" '${markets.service.origin}/v2/marketplaces'`,
    );
    expect(troubles).toEqual([]);
    await close();
  });

  it.each([
    ['in the dark', { colorScheme: 'dark' as const }],
    ['in the light', { colorScheme: 'light' as const }],
    ['on a phone', { colorScheme: 'light' as const, ...phone }],
  ])('is accessible and no wider than the screen %s', async (_, options) => {
    const { page, close } = await come(options);
    for (const path of ['/docs', '/docs/v2-items', '/docs/stream', '/docs/settings', '/docs/names']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(axe);
      const { violations } = (await page.evaluate("axe.run('main', { resultTypes: ['violations'] })")) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      expect([path, violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))]).toEqual([
        path,
        [],
      ]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBeLessThanOrEqual(0);
    }
    await close();
  });

  it('is folded to its text on a phone', async () => {
    const { page, close } = await come(phone);
    await page.goto('/docs/errors');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Limits' }).isVisible()).toBe(false);
    await page.getByText('Contents').click();
    await page.getByRole('link', { name: 'Limits' }).click();
    await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor();

    expect(await page.getByRole('link', { name: 'Errors' }).isVisible()).toBe(false);
    await close();
  });

  it('is complete without scripts', async () => {
    const { page, close } = await come({ javaScriptEnabled: false });
    await page.goto('/docs');
    await page.getByRole('link', { name: 'the documentation' }).click();
    await page.getByRole('link', { name: 'GET /v2/marketplaces' }).click();

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('GET /v2/marketplaces');
    await page.getByLabel('apiKey').fill(markets.key);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.waitForURL(/\/v2\/marketplaces\?/);
    expect(await page.textContent('body')).toContain('"marketplace":"SkinPort"');
    await close();
  });
});
