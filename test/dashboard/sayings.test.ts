import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTape } from '../../client/src/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import {
  chooseCurrency,
  enter,
  followInMenu,
  holdBack,
  itemAddress,
  openBrowser,
  type Visit,
  visit,
} from '../support/processes/browser.ts';
import { killAll, readJson, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const redline = liquidNames.CS2;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The pixels of the chart's canvases. */
const chartPixels = '[...document.querySelectorAll(".plot canvas")].map((canvas) => canvas.toDataURL()).join()';

needing('Chromium').describe('in a browser, the dashboard', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  const open: Visit[] = [];

  const come = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> => {
    const visited = await visit(browser, markets.service.origin, options);
    open.push(visited);
    await enter(visited.page, await markets.opened(address));
    return visited;
  };

  beforeAll(async () => {
    // More marketplaces would only take longer to become live
    const config = { 'collect.only': ['skinport', 'market-csgo'], 'collect.games': ['CS2'] };
    [markets, browser] = await Promise.all([
      startPlayedMarkets({ items: stageItems, timesFaster: 10, atLeastSeconds: 5, config }),
      openBrowser(),
    ]);
    await until('both marketplaces to know the items', async () => {
      const found = await Promise.all(
        ['redline', 'doppler'].map((query) =>
          readJson(`${markets.service.origin}/v2/items/search?game=CS2&query=${query}`, markets.key),
        ),
      );
      return found.every((rows) => new Set(rows.map((row: { marketplace: string }) => row.marketplace)).size === 2);
    });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await killAll();
    await browser?.close();
    await markets?.close();
  });

  it('returns the focus to the item that was opened, and to the search from everywhere', async () => {
    const { page } = await come('/');
    const focused = () => page.evaluate('document.activeElement?.getAttribute("href") ?? document.activeElement?.id');
    await page.getByLabel('Item name').fill('doppler');
    await page.getByText(/^\d+ items?$/).waitFor();
    const href = await page.locator('.found a').nth(1).getAttribute('href');
    // Rows can move when more marketplaces know the items
    await page.locator(`.found a[href="${href}"]`).first().click();
    await expect.poll(focused).toBe('content');
    await page.waitForSelector('[data-marketplace]');
    await page.goBack();
    await expect.poll(focused).toBe(href);
    await followInMenu(page, 'Sources');
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('query');
    await page.getByRole('link', { name: 'Tape', exact: true }).click();
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('query');
    await page.keyboard.type('a/b');

    expect(await page.getByLabel('Item name').inputValue()).toBe('a/b');
  });

  it('never shows the answer to an earlier question', async () => {
    const { page } = await come('/');
    const field = page.getByLabel('Item name');
    const statusLine = page.locator('p[role=status]');
    await field.fill('zzzzqq');
    await page.getByText('None of the marketplaces read here knows “zzzzqq”.').waitFor();
    const answer = await holdBack(page, /query=(redline|doppler)/);
    await field.fill('redline');
    await expect.poll(() => statusLine.textContent()).toBe('Looking…');
    answer();
    await expect.poll(() => statusLine.textContent()).toMatch(/^\d+ items?$/);

    await page.unrouteAll();
    await page.route(/query=doppler/, () => new Promise(() => {}));
    await field.fill('doppler');
    await expect.poll(() => statusLine.textContent()).toBe('Looking…');
    expect(await page.locator('.found').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.found .name').first().textContent()).toContain('Redline');
  });

  it('sets a title for every view', async () => {
    const { page } = await come('/?q=redline');
    await expect.poll(() => page.title()).toBe('redline · Search · Itemtape');
    await page.getByRole('link', { name: 'Tape', exact: true }).click();
    await expect.poll(() => page.title()).toBe('Tape · Itemtape');
    await page.goto(itemAddress(redline));
    await expect.poll(() => page.title()).toBe(`${redline} · Itemtape`);
  });

  it('reports an unknown item in plain words', async () => {
    const { page } = await come(itemAddress('Nothing | Like It'));
    await page.getByText('is not known in CS2').waitFor();

    expect(await page.locator('main').textContent()).not.toContain('GET /');
  });

  it('draws all stored history in local time, and shows the price of each line at the pointer', async () => {
    const { page } = await come(itemAddress(redline), { timezoneId: 'America/New_York', locale: 'en-GB' });
    await page.waitForSelector('.plot canvas');
    // There are no older prices of its own
    expect(await page.getByRole('button', { name: '1 d', exact: true }).getAttribute('aria-pressed')).toBe('true');
    const answered = page.waitForResponse((response) => response.url().includes('/tape/history'));
    await page.getByRole('button', { name: '30 d', exact: true }).click();
    await page.getByText('times in America/New_York').waitFor();
    await answered;
    const pointed = page.locator('#pointed');
    expect(await pointed.textContent()).toBe('Now');
    const box = await page.locator('.plot').boundingBox();
    if (box === null) throw new Error('the chart has no size');
    let moved = 0;
    // The chart shows the values at the pointer only after a move
    const pointedAt = async (): Promise<string | null> => {
      moved = 3 - moved;
      await page.mouse.move(box.x + 40 + moved, box.y + 80);
      return await pointed.textContent();
    };
    await expect.poll(pointedAt).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/);

    expect(await page.locator('.legend li').first().textContent()).toMatch(/^Best ask (\$[\d,.]+|–)/);
  });

  it('draws prices on a percentage scale, and full-screen, on request', async () => {
    const { page } = await come(itemAddress(redline));
    const axis = page.locator('.plot canvas').first();
    await axis.waitFor();
    const drawn = (): Promise<string> => page.evaluate(chartPixels);
    const logarithmic = page.getByRole('button', { name: 'Log', exact: true });
    expect(await logarithmic.getAttribute('aria-pressed')).toBe('false');
    const before = await drawn();
    await logarithmic.click();
    expect(await logarithmic.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(drawn).not.toBe(before);

    const fullScreen = page.getByRole('button', { name: 'Full screen' });
    const isFull = (): Promise<boolean> =>
      page.evaluate('document.fullscreenElement?.classList.contains("chart-panel") === true');
    await fullScreen.click();
    await expect.poll(isFull).toBe(true);
    await fullScreen.click();
    await expect.poll(isFull).toBe(false);
  });

  it('points at instants in local time, and keeps the visible range when more data arrives', async () => {
    const { page, close } = await visit(browser, markets.service.origin, {
      timezoneId: 'America/New_York',
      locale: 'en-GB',
    });
    const tape = createTape({ url: markets.service.origin, key: markets.key });
    // Marketplaces tell sales of earlier days, which the chart begins with
    await until('a past of a week', async () => {
      const weekAgo = Date.now() - 7 * 86_400_000;
      const { from } = await tape.history({ game: 'CS2', name: redline, from: new Date(weekAgo) });
      return from * 1000 < weekAgo + 43_200_000;
    });
    await page.clock.install();
    await enter(page, await markets.opened(`${itemAddress(redline)}&days=7`));
    const plot = page.locator('.plot canvas').first();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (box === null) throw new Error('the chart has no size');
    let offset = 0;
    // NaN while the chart is redrawn
    const hoursAgoAtTheLeft = async (): Promise<number> => {
      // The chart reports the position only after a move
      offset = 3 - offset;
      await page.mouse.move(box.x + 2 + offset, box.y + 60);
      const text = (await page.locator('#pointed').textContent()) ?? '';
      const shown = Date.parse(`${/^[^·]*\d\d:\d\d/.exec(text)?.[0].replace(',', '')} UTC`);
      const here = await page.evaluate('new Date().toLocaleString("en-US", { timeZone: "America/New_York" })');
      return (Date.parse(`${here} UTC`) - shown) / 3_600_000;
    };
    await expect.poll(hoursAgoAtTheLeft).toBeGreaterThan(6 * 24);
    expect(await hoursAgoAtTheLeft()).toBeLessThan(7 * 24 + 1);

    await page.locator('.plot-frame').focus();
    const before = await until('a nearer instant', async () => {
      await page.keyboard.press('+');
      const hours = await hoursAgoAtTheLeft();
      return hours < 5 * 24 && hours;
    });
    const redrawn = page.waitForResponse((response) => response.url().includes('/v2/items/compare'));
    await page.evaluate('document.querySelector(".plot canvas").setAttribute("data-former", "")');
    await page.clock.fastForward(61_000);
    await redrawn;
    // It is the same chart
    expect(await page.locator('.plot canvas[data-former]').count()).toBe(1);
    await expect.poll(async () => Math.abs((await hoursAgoAtTheLeft()) - before)).toBeLessThan(1);
    await close();
  });

  it('shows every price in the chosen currency', async () => {
    const { page } = await come('/?q=redline');
    await chooseCurrency(page, 'EUR');
    const found = page.locator('.found a', { hasText: redline }).first();
    await expect.poll(() => found.locator('.number .name').textContent()).toMatch(/^€/);
    const amount = (text: string | null) => Number(/[\d,.]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
    const listed = amount(await found.locator('.number .name').textContent());
    await found.click();
    const exact = await page.locator('.item-head .price').textContent();
    expect(exact).toMatch(/^€/);
    // The list has whole cents of a dollar
    expect(Math.abs(amount(exact) - listed)).toBeLessThanOrEqual(0.011);

    await page.goto('/tape?max=100');
    await page.getByRole('list', { name: 'Filters in effect' }).getByText('€100').waitFor();
    const prices = page.locator('main tbody .amount');
    await until('several rows', async () => {
      markets.world.tick(Date.now());
      return (await prices.count()) > 4;
    });
    for (const text of await prices.allTextContents()) expect(amount(text)).toBeLessThanOrEqual(100);
  });

  it('says in words how sources are, and how well their form is known to the operator only', async () => {
    const evidence = /recorded|documented|inferred/;
    const address = '/sources?open=skinport';
    const { page, close } = await visit(browser, markets.service.origin);
    await page.goto(address);
    await page.getByLabel('API key').fill(markets.key);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const details = page.locator('[data-state] .words');
    await details.first().waitFor();
    expect(await page.locator('[data-marketplace="skinport"] .state.live').textContent()).toMatch(/^\d+ up to date$/);
    expect((await details.allTextContents()).filter((text) => evidence.test(text))).toEqual([]);
    await close();

    const { page: own } = await come(address);
    await own.locator('[data-state] .words').first().waitFor();
    for (const text of await own.locator('[data-state] .words').allTextContents()) expect(text).toMatch(evidence);
  });

  it('asks search engines not to index it', async () => {
    const answer = await fetch(`${markets.service.origin}/robots.txt`);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n');
  });

  it.each([
    ['where nothing is', '/nothing-here'],
    ['in the documentation', '/docs/pages/v2-items.html'],
  ])('is accessible and links to the start page %s', async (_, address) => {
    const { page, troubles, close } = await visit(browser, markets.service.origin);
    await page.goto(address);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
      violations: { id: string }[];
    };

    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
    expect(await page.locator('a[href="/"]').count()).toBeGreaterThan(0);
    await close();
  });

  it('says on every view that nothing was read yet, and why', async () => {
    const folder = testFolder('alone');
    const environment = { COLLECT_ONLY: 'skinport,csfloat' };
    const alone = serve({ folder, relay: 'http://127.0.0.1:9', environment });
    const { page, close } = await visit(browser, await alone.origin);
    await page.goto('/');
    await page.getByLabel('API key').fill(await alone.firstKey());
    const open = page.getByRole('button', { name: 'Open' });
    await open.click();
    // Leaving the page before the answer came would lose the key
    await open.waitFor({ state: 'detached' });
    for (const address of ['/?q=redline', itemAddress(redline), '/tape', '/sources', '/keys']) {
      await page.goto(address);
      await page
        .getByText(
          /No marketplace has been read yet: [1-9]\d* of \d+ sources tried, all failed: (?:no conn|connection refused)/,
        )
        .first()
        .waitFor();
    }
    let statuses: readonly string[] = [];
    await until(
      'the search to say why it finds nothing',
      async () => {
        await page.goto('/?q=redline');
        const why = page.getByText('Nothing can be found until a marketplace has been read.');
        await why.waitFor({ timeout: 20_000 }).catch(() => undefined);
        statuses = await page.getByRole('status').allTextContents();
        return await why.isVisible();
      },
      () => statuses,
    );
    await page.getByRole('link', { name: 'Sources →' }).click();
    await page.waitForSelector('[data-marketplace="skinport"]');
    await close();
    await alone.stop('SIGTERM');
  });
});
