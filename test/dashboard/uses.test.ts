import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/alerting.ts';
import { axe, barriers, type Judged } from '../support/processes/axe.ts';
import {
  cellsOf,
  chooseCurrency,
  enter,
  followInMenu,
  holdApart,
  holdBack,
  itemAddress,
  openBrowser,
  type Visit,
  visit,
} from '../support/processes/browser.ts';
import { readJson } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import type { PlayedMarkets } from '../support/stage/played-markets.ts';
import { shownItems, startShownMarkets } from '../support/stage/shown-markets.ts';
import { until } from '../support/time/until.ts';

const { redline, doppler } = shownItems;

/** The total layout shift since the page was opened, measured as Cumulative Layout Shift. */
const shifted = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 200);
})`;

/** Unfolds the filters that are not always in view. */
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click();

/** The variants of the item that is shown. */
const phasesOf = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('[data-phase]');
  return await page
    .locator('[data-phase]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-phase') ?? ''));
};

const isChangeOfWatchlist = (response: Response): boolean =>
  response.url().includes('/tape/watchlist') && response.request().method() !== 'GET';

/** Adds the item that is shown to the watchlist, which the service stores for all browsers of the operator. */
const watch = async (page: Page): Promise<void> => {
  const stored = page.waitForResponse(isChangeOfWatchlist);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await stored;
};

/** Removes the only item of the watchlist, on the home page. */
const unwatch = async (page: Page): Promise<void> => {
  const stored = page.waitForResponse(isChangeOfWatchlist);
  await page.locator('[aria-labelledby=watchlist] .star').click();
  await stored;
  await page.getByText('Press ☆ next to an item').waitFor();
};

needing('Chromium').describe('in a browser, the dashboard', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  const open: Visit[] = [];

  const visitorWith = async (options: Parameters<typeof visit>[2]): Promise<Visit> => {
    const visited = await visit(browser, markets.service.origin, options);
    open.push(visited);
    return visited;
  };
  /** A visitor who has only the address. */
  const stray = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> => {
    const visited = await visitorWith(options);
    await visited.page.goto(address);
    return visited;
  };
  /** The operator. */
  const come = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> => {
    const visited = await visitorWith(options);
    await enter(visited.page, await markets.opened(address));
    return visited;
  };
  const compare = (name: string) =>
    readJson(`${markets.service.origin}/v2/items/compare?game=CS2&name=${encodeURIComponent(name)}`, markets.key);

  beforeAll(async () => {
    [markets, browser] = await Promise.all([startShownMarkets(), openBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  it('leads from a name to the item, with the same cheapest marketplace as REST', async () => {
    const { page, troubles } = await come('/');
    await page.getByLabel('Item name').fill('redline field');
    await page.getByRole('link', { name: /^AK-47 \| Redline \(Field-Tested\)/ }).click();
    await page.waitForSelector('[data-marketplace]');

    const [cheapest] = (await compare(redline)).marketplaces;
    const [row = []] = await cellsOf(page, '[data-marketplace]');
    // Beneath the name is what it pays out, beneath the price what one pays where there is a fee
    expect(row[0]).toMatch(new RegExp(`^${cheapest.marketplace}`));
    expect(row[1]).toMatch(new RegExp(`^\\$${cheapest.priceUSD.toFixed(2).replace('.', '\\.')}`));
    expect(row[2]).toBe(String(cheapest.offerCount));
    expect(new URL(page.url()).searchParams.get('name')).toBe(redline);
    expect(troubles).toEqual([]);
  });

  it('asks whether similar names are meant if a word has a typing error', async () => {
    const { page, troubles } = await come('/?q=redlien&game=CS2');
    await page.getByText('Did you mean:').waitFor();
    await page
      .getByRole('link', { name: /Redline/ })
      .first()
      .waitFor();
    await page.getByLabel('Item name').fill('redline');
    await page.getByText(/^\d+ items?/).waitFor();

    expect(await page.getByText('Did you mean:').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('suggests similar names if it finds none, and finds the offers of a phase that is typed', async () => {
    const { page, troubles } = await come('/?q=redllyen&game=CS2');
    await page.getByText('Did you mean:').waitFor();
    await page
      .getByRole('link', { name: /Redline/ })
      .first()
      .waitFor();
    await page.getByLabel('Item name').fill('doppler phase 2');
    const link = page.getByRole('link', { name: /Doppler/ }).first();
    await link.waitFor();

    expect(await link.getAttribute('href')).toContain('phase=Phase+2');
    expect(troubles).toEqual([]);
  });

  it('can be used with the keyboard alone from the search to an item and back', async () => {
    const { page } = await come('/');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('query');
    await page.keyboard.type('redline field');
    await page.getByRole('link', { name: /^AK-47 \| Redline \(Field-Tested\)/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Redline \(Field-Tested\)$/ }).waitFor();
    await page.goBack();

    expect(await page.getByLabel('Item name').inputValue()).toBe('redline field');
  });

  it('shows the same when its address is shared', async () => {
    const { page } = await come('/?q=doppler&game=CS2');
    await page.waitForSelector('.found li');
    const before = await page.locator('.found .name').allTextContents();
    const other = await come(page.url());
    await other.page.waitForSelector('.found li');

    // Variants are listed beneath the item that they are of
    expect(await other.page.locator('.found > li').count()).toBe(2);
    expect(await other.page.locator('.found a .name').first().textContent()).toBe(before[0]);
    // Of one game that is read, there is none to choose
    expect(await other.page.getByLabel('Game', { exact: true }).count()).toBe(0);
    expect(new URL(other.page.url()).searchParams.get('game')).toBe('CS2');
  });

  it('shows prices in the chosen currency, on later visits too', async () => {
    const { page } = await come(itemAddress(redline));
    await page.waitForSelector('[data-marketplace]');
    await chooseCurrency(page, 'EUR');
    const [cheapest] = (await compare(redline)).marketplaces;

    const prices = await page.locator('[data-marketplace] .price').allTextContents();
    expect(prices.some((text) => text.startsWith(`€${cheapest.priceEUR.toFixed(2)}`))).toBe(true);
    await page.reload();
    await page.waitForSelector('[data-marketplace]');
    expect(await page.locator('[data-marketplace] .price').first().textContent()).toMatch(/^€/);
  });

  it('shows on a phone what something costs and where to buy it without scrolling sideways', async () => {
    const { page } = await come(itemAddress(doppler), { viewport: { width: 360, height: 780 } });
    const rightmost = (selector: string) =>
      page.locator(selector).evaluateAll((found) => Math.max(...found.map((one) => one.getBoundingClientRect().right)));

    for (const selector of ['[data-marketplace] .price', '.buy-bar a', '.offers a']) {
      await page.locator(selector).first().waitFor();
      expect(await rightmost(selector), selector).toBeLessThanOrEqual(360);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.goto('/');
    const name = page.locator('.short tbody .item-link').first();
    // Beside the picture
    expect((await name.boundingBox())?.width).toBeGreaterThan(180);
  });

  it.each(['/deals', '/offers?min=0&below=0'])(
    'shows all columns of %s on a small laptop without scrolling sideways',
    async (address) => {
      const { page } = await come(address, { viewport: { width: 1024, height: 768 } });
      const table = page.locator('table.list');
      await table.locator('tbody tr').first().waitFor();

      for (const width of [1024, 1100]) {
        await page.setViewportSize({ width, height: 768 });
        const beyond = await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0));
        expect(beyond, `at ${width}`).toBeLessThanOrEqual(0);
      }
    },
  );

  it('shows the marketplace and age of the best prices in full', async () => {
    const { page } = await come(itemAddress(redline), { viewport: { width: 768, height: 900 } });
    await page
      .getByText(/ · fee /)
      .first()
      .waitFor();
    const cut = `[...document.querySelectorAll('.quote .detail')].flatMap((one) =>
      one.scrollWidth > one.clientWidth ? [one.textContent] : [])`;

    expect(await page.evaluate(cut)).toEqual([]);
  });

  it('scrolls everything focused by keyboard clear of its header', async () => {
    const { page } = await come(itemAddress(redline), { viewport: { width: 700, height: 400 } });
    const links = page.locator('.offers tbody a');
    await links.nth(9).focus();
    const covered: string[] = [];
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const text = await page.evaluate<string | null>(`(() => {
        const { top } = document.activeElement.getBoundingClientRect();
        const { bottom } = document.querySelector('.top').getBoundingClientRect();
        return top < bottom ? document.activeElement.outerHTML : null;
      })()`);
      if (text !== null) covered.push(text);
    }

    expect(covered).toEqual([]);
  });

  it('keeps Doppler variants apart', async () => {
    const { page, troubles } = await come(itemAddress(doppler));
    const variants = await phasesOf(page);
    expect(variants.length).toBeGreaterThan(1);
    await page.locator(`[data-phase="${variants[0]}"]`).click();

    const shown = await cellsOf(page, '.offers tbody tr');
    expect(new Set(shown.map((cells) => cells[2]))).toEqual(new Set([variants[0]]));
    expect(new URL(page.url()).searchParams.get('phase')).toBe(variants[0]);
    expect(troubles).toEqual([]);
  });

  it('exports the name, the variant and the game of an item separately', async () => {
    const { page, troubles } = await come(itemAddress(doppler));
    const [phase = ''] = await phasesOf(page);
    await page.locator(`[data-phase="${phase}"]`).click();
    await watch(page);
    await page.goto('/');
    await page.waitForSelector('[aria-labelledby=watchlist] tbody td.price');

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of Watchlist' }).click();
    const [head = '', line = ''] = readFileSync(await (await coming).path(), 'utf8').split('\r\n');
    expect(head).toMatch(/^\ufeffname,phase,game,/);
    expect(line.startsWith(`${doppler},${phase},CS2,`)).toBe(true);
    await unwatch(page);
    expect(troubles).toEqual([]);
  });

  it('shows pictures of items, loaded only from the service', async () => {
    const { page, troubles } = await come('/?q=redline');
    const hasPicture = '[...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 0)';
    await expect.poll(() => page.evaluate(hasPicture)).toBe(true);

    expect(troubles).toEqual([]);
  });

  it('draws one variant separately from the others', async () => {
    const { page } = await come(itemAddress(doppler));
    await page.getByText('of the cheapest variant at each moment').waitFor();
    const [phase = ''] = await phasesOf(page);
    const requesting = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/tape/history' && searchParams.get('phase') === phase;
    });
    await page.locator(`[data-phase="${phase}"]`).click();

    expect((await (await requesting).response())?.status()).toBe(200);
    await expect.poll(() => page.locator('#history').textContent()).toBe(`Price history ${phase}`);
  });

  it('draws prices and sales over time', async () => {
    // It is requested again only after minutes
    await until('the condition of a day', async () => {
      const { sources } = await readJson(`${markets.service.origin}/tape/conditions?game=CS2`, markets.key);
      return sources.some(({ days }: { days: readonly unknown[] }) => days.length > 0);
    });
    const { page, troubles } = await come(`${itemAddress(redline)}&days=7`);
    await page.waitForSelector('.plot canvas');

    expect(await page.getByRole('button', { name: '7 d' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.legend li').count()).toBeGreaterThan(1);
    // As far as there are prices within the week
    const days = page.locator('.day-band .band span');
    await expect.poll(() => days.count()).toBeGreaterThan(0);
    expect(await days.last().getAttribute('title')).toMatch(/: (?:complete|partial) · \d+ of \d+ sources complete$/);
    await page.locator('.day-band').getByText('How complete the data of these days is', { exact: true }).waitFor();
    await page.getByRole('button', { name: '1 y' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('365');
    await page.waitForSelector('.plot canvas');
    expect(troubles).toEqual([]);
  });

  it('draws candles by the chosen interval and marketplace, and shows the values of the one at the pointer', async () => {
    const { page, troubles } = await come(itemAddress(redline));
    await page.getByRole('button', { name: 'Candles', exact: true }).click();
    await page.waitForSelector('.plot canvas');
    const requesting = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/tape/history' && searchParams.get('interval') === '1m';
    });
    await page.getByLabel('Interval').selectOption('1m');
    const { best } = await (await requesting).response().then((response) => response?.json());
    await page.waitForSelector('.plot canvas');
    await expect.poll(() => page.locator('.values dd').nth(3).textContent()).toMatch(/^\$\d/);

    const pointed = page.locator('#pointed');
    const last = await pointed.textContent();
    await page.locator('.plot').hover({ position: { x: 60, y: 60 } });
    if (best.at.length > 1) await expect.poll(() => pointed.textContent()).not.toBe(last);
    const { marketplace } = (await compare(redline)).marketplaces[0];
    await page.getByLabel('Marketplace shown by the candles').selectOption(marketplace);
    await page.getByRole('img', { name: `Candles of the lowest ask on ${marketplace}` }).waitFor();
    await page.getByRole('button', { name: 'Bids', exact: true }).click();
    // The filter of the offers is separate
    await page.locator('.folded-filters summary').click();
    expect(await page.getByRole('combobox', { name: 'Marketplace', exact: true }).inputValue()).toBe('');
    await page.getByLabel('Marketplace shown by the candles').selectOption('');
    await page.getByRole('img', { name: 'Candles of the highest bid on all marketplaces' }).waitFor();
    await page.getByLabel('Marketplace shown by the candles').selectOption(marketplace);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      chart: 'candles',
      interval: '1m',
      of: 'bid',
      on: marketplace,
    });
    expect(troubles).toEqual([]);
  });

  it('shows price changes as they come, in the item and on the tape', async () => {
    const item = await come(itemAddress(redline));
    const tape = await come('/tape?game=CS2');
    await item.page.waitForSelector('.offers tbody tr');
    await tape.page.getByText('Live ·').waitFor();
    const seen = { item: false, tape: false };
    await until('a price to flash on both pages', async () => {
      markets.world.tick(Date.now());
      seen.item ||= (await item.page.locator('.offers [class*="flash-"]').count()) > 0;
      seen.tape ||= (await tape.page.locator('.tape [class*="flash-"]').count()) > 0;
      return seen.item && seen.tape;
    });

    expect(await tape.page.locator('.tape tbody tr').count()).toBeGreaterThan(1);
    expect([...item.troubles, ...tape.troubles]).toEqual([]);
  });

  /** Colour contrast violations found by axe, light and dark. */
  const unreadable = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const judged: Judged = await page.evaluate("axe.run({ runOnly: ['color-contrast'] })");
      expect(judged.passes.length).toBe(1);
      found.push(...barriers(judged));
    }
    return found;
  };

  it('stays readable while a price flashes', async () => {
    const { page } = await come(itemAddress(doppler));
    await page.waitForSelector('.offers tbody tr:nth-child(2)');
    await page.evaluate(`{
      const rows = document.querySelectorAll('.offers tbody tr');
      for (const [at, move] of ['up', 'down'].entries()) rows[at].classList.add('flash-' + move);
      for (const one of document.getAnimations()) {
        one.pause();
        one.currentTime = 0;
      }
    }`);
    const shadows: string[] = await page.evaluate(
      `[...document.querySelectorAll('.offers [class*="flash-"]')].map((row) => getComputedStyle(row).boxShadow)`,
    );

    // Rows that have changed meanwhile flash too
    expect(shadows.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shadows.map((shadow) => shadow.includes('inset')))).toEqual(new Set([true]));
    expect(await unreadable(page)).toEqual([]);
  });

  it('stays readable while another query is loading', async () => {
    const { page } = await come('/?q=redline');
    await page.waitForSelector('.found li');
    const answer = await holdBack(page, /items\/search/);
    await page.getByLabel('Item name').fill('redline field');
    await page.waitForSelector('.found[aria-busy=true] li');

    expect(await unreadable(page)).toEqual([]);
    answer();
    await page.waitForSelector('.found[aria-busy=false] li');
  });

  it('does not move while the tape is paused, and loses none of its messages', async () => {
    const { page } = await come('/tape');
    await page.getByText('Live ·').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused ·').waitFor();
    const rows = () => page.locator('.tape tbody').textContent();
    const before = await rows();
    const total = async () =>
      Number(/([\d,]+) so far/.exec((await page.locator('#tape-state').textContent()) ?? '')?.[1]);
    await until('messages while paused', async () => {
      markets.world.tick(Date.now());
      return (await total()) > 10;
    });

    expect(await rows()).toBe(before);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(rows).not.toBe(before);
  });

  it('starts with live figures, the best deals and new lows, and remembers watched and visited items', async () => {
    const { page, troubles } = await come('/');
    const sources = await readJson(`${markets.service.origin}/health/sources`);
    const live = sources.filter(({ state }: { state: string }) => state === 'live').length;
    await page.locator('.figures .state.live').waitFor();
    expect(Number.parseInt((await page.locator('.figures .state.live').textContent()) ?? '', 10)).toBeGreaterThan(
      live / 2,
    );
    await page.getByText(/^No\. [\d,]+/).waitFor();
    await page.waitForSelector('[aria-labelledby=best-deals] tbody tr');
    await page.getByText('Items you open are listed here.').waitFor();

    await page.goto(itemAddress(redline));
    await watch(page);
    await page.goto('/');
    await page.reload();
    for (const list of ['watchlist', 'visited']) {
      const row = page.locator(`[aria-labelledby=${list}] tbody tr`);
      await expect.poll(() => row.count()).toBe(1);
      expect(await row.textContent()).toContain(redline);
      expect(await row.locator('td.price').textContent()).toMatch(/^\$\d/);
    }
    await unwatch(page);
    expect(troubles).toEqual([]);
  });

  it.each([
    { width: 1280, height: 900 },
    { width: 360, height: 780 },
  ])('moves little of its content while answers arrive in sequence, at $width pixels', async (viewport) => {
    const { page } = await come('/sources', { viewport });
    await page.waitForSelector('[data-marketplace]');
    await holdApart(page, /\/(?:v2|tape|health)\b/);
    await page.goto('/');
    await page.waitForSelector('[aria-labelledby=best-deals] tbody tr');
    await page.waitForSelector('[aria-labelledby=below-others] :is(tbody tr, .empty)');
    await expect.poll(() => page.locator('main').getByText('Looking…').count()).toBe(0);

    expect(await page.evaluate<number>(shifted)).toBeLessThan(0.1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows the best deal of each item, or all of them', async () => {
    const { page, troubles } = await come('/deals');
    // Only the games that are read can be chosen
    await expect.poll(() => page.getByRole('button', { name: 'Rust', exact: true }).count()).toBe(0);
    const shown = async () => await page.locator('.deals tbody .item-link').allTextContents();
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(3);
    // Variants of an item are told apart beside its name
    const best = (await cellsOf(page, '.deals tbody tr')).length;
    expect(new Set(await shown()).size).toBe(best);
    await openFilters(page);
    await page.getByRole('button', { name: 'All pairs' }).click();
    await page.getByText(/after known fees · live/).waitFor();
    await expect.poll(async () => (await shown()).length - new Set(await shown()).size).toBeGreaterThan(0);

    expect(new URL(page.url()).searchParams.get('pairs')).toBe('all');
    expect(troubles).toEqual([]);
  });

  it('starts with the same deals on the home page, sold for money and without doubtful ones', async () => {
    // Polled on both pages, and held still: the market moves on meanwhile
    const { page, troubles } = await come('/deals?game=CS2');
    await chooseCurrency(page, 'EUR');
    const asked: URL[] = [];
    let answer: string | null = null;
    await page.route(/\/tape\/deals\?/, async (route) => {
      asked.push(new URL(route.request().url()));
      if (answer === null) answer = await (await route.fetch({ timeout: 0 })).text();
      await route.fulfill({ contentType: 'application/json', body: answer });
    });
    await page.reload();
    const scope = 'the best of each item · paid out in money · without stale, outlier, variant unknown · in EUR';
    await page.locator('#deals', { hasText: scope }).waitFor();
    await page.waitForSelector('.deals tbody tr');
    const first = (await page.locator('.deals tbody .item-link').allTextContents()).slice(0, 8);
    const gains = (await page.locator('.deals tbody td.price').allTextContents()).slice(0, 8);
    await page.goto('/');
    await page.locator('#best-deals', { hasText: scope }).waitFor();
    const best = page.locator('[aria-labelledby=best-deals] tbody');
    await best.locator('tr').first().waitFor();

    expect((await best.locator('.item-link').allTextContents()).slice(0, 8)).toEqual(first);
    expect((await best.locator('td.price').allTextContents()).slice(0, 8)).toEqual(gains);
    const chosen = (url: URL) => [...url.searchParams.keys()].filter((name) => name !== 'limit').sort();
    expect(chosen(asked.at(-1) as URL)).toEqual(['currency', 'game', 'pairs', 'sort', 'way']);
    expect(chosen(asked[0] as URL)).toEqual(chosen(asked.at(-1) as URL));
    expect(troubles).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('leads from a deal to where to buy and where to sell, in new tabs', async () => {
    const { page, troubles } = await come('/deals?game=CS2');
    const row = page.locator('.deals tbody tr').first();
    for (const deed of ['Buy', 'Sell']) {
      const link = row.locator('.side a.market-link', { hasText: deed });
      await link.waitFor();
      expect(await link.getAttribute('href')).toMatch(/^https?:/);
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ]);
    }
    await page.getByLabel('What selling pays out').selectOption({ label: 'Sell for Steam balance' });
    await openFilters(page);
    await page.getByLabel('Longest hold').selectOption({ label: 'Free within 14 days' });
    await page.getByText(/paid out as Steam balance.* · live/).waitFor();
    const hold = '.deals tbody td[data-label=hold]';
    await expect.poll(async () => (await page.locator(hold).count()) > 0).toBe(true);
    const days = (await page.locator(hold).allTextContents()).map((text) => Number.parseInt(text, 10));

    expect(Math.max(...days)).toBeLessThanOrEqual(14);
    expect(new Set(await page.locator('.deals tbody td[data-label="sell on"] .main').allTextContents())).toEqual(
      new Set(['SteamMarket']),
    );
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      payout: 'steamBalance',
      maxHold: '14',
    });
    expect(troubles).toEqual([]);
  });

  it('says once above the deals what is not known of most of them', async () => {
    const { page } = await come('/deals?game=CS2');
    await chooseCurrency(page, 'EUR');
    await page.route(/\/tape\/deals\?/, async (route) => {
      const response = await route.fetch({ timeout: 0 });
      const answer = await response.json();
      for (const { buy, sell } of answer.deals) {
        Object.assign(buy, { afterFees: null, flags: ['feeUnknown'] });
        Object.assign(sell, { payout: 'items', flags: [] });
      }
      answer.unknown = [
        { marketplace: 'Buff163', fact: 'buyerFee' },
        { marketplace: 'Waxpeer', fact: 'payOut' },
      ];
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    await page
      .getByText(
        'A figure with ≤ is at most that. Not known, and so not deducted: the buyer fee of Buff163; the cost of paying out from Waxpeer.',
      )
      .waitFor();
    const row = page.locator('.deals tbody tr').first();

    expect(await page.locator('.mark.feeUnknown').count()).toBe(0);
    expect(await row.locator('td.price').textContent()).toMatch(/^≤ \+€/);
    expect(await row.locator('.side .paid-out').textContent()).toBe('items');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows ranges for a Doppler as a whole, and a bid, a spread and what one gets for one variant', async () => {
    const { page, troubles } = await come(itemAddress(doppler));
    await page.getByText('Choose a variant to see its bid').waitFor();
    const figures = () => page.locator('.figures.quote dt').allTextContents();
    const range = page.locator('.figures.quote dd.range').first();
    await range.waitFor();
    expect(await range.textContent()).toMatch(/^\$[\d.,]+ – \$[\d.,]+from variant to variant$/);
    for (const name of ['Spread', 'You get, after fees', 'Best bid for money'])
      expect(await figures()).not.toContain(name);
    await watch(page);

    const variants = page.getByRole('navigation', { name: 'Variants' });
    const [phase = ''] = await phasesOf(page);
    // Each has its own price, bid and number
    expect(await variants.locator(`[data-phase="${phase}"]`).textContent()).toMatch(/\$[\d.,]+bid .+ · \d+$/);
    await variants.locator(`[data-phase="${phase}"]`).click();
    await expect.poll(figures).toContain('Spread');
    expect(await figures()).toContain('Best bid for money');
    expect(new URL(page.url()).searchParams.get('phase')).toBe(phase);
    await expect.poll(() => page.title()).toBe(`${doppler} ${phase} · Itemtape`);
    const { best } = await readJson(
      `${markets.service.origin}/tape/best?${new URLSearchParams({ game: 'CS2', name: doppler, phase })}`,
      markets.key,
    );
    const asked = page.locator('.figures.quote a.market-link').first();
    expect(await asked.textContent()).toBe(best[0].ask.marketplace);
    expect(await asked.getAttribute('rel')).toBe('noopener noreferrer');

    await page.goto('/');
    const stored = page.locator('[aria-labelledby=watchlist] tbody tr');
    await stored.locator('td.price', { hasText: 'from variant to variant' }).waitFor();
    expect(await stored.locator('td[data-label=spread]').textContent()).toBe('–');
    await unwatch(page);
    expect(troubles).toEqual([]);
  });

  it('says of a Doppler that is found which price is meant', async () => {
    const { page } = await come('/?q=karambit doppler');
    const price = page.locator('.found li', { hasText: doppler }).locator('.number .name');

    await expect.poll(() => price.textContent()).toMatch(/^from \$/);
  });

  it('shows what money becomes as Steam balance and back, as REST does', async () => {
    const { page, troubles } = await come('/');
    const ratioPath = '/tape/ratio?game=CS2&limit=5';
    await until('items in both directions', async () => {
      const { into, back } = await readJson(`${markets.service.origin}${ratioPath}`, markets.key);
      return into.rows.length > 0 && back.rows.length > 0;
    });
    // Held still: the page asks again, and the market moves on meanwhile
    const answers = new Map<string, string>();
    await page.route(/\/tape\/ratio\?/, async (route) => {
      const address = route.request().url();
      const answer = answers.get(address) ?? (await (await route.fetch({ timeout: 0 })).text());
      answers.set(address, answer);
      await route.fulfill({ contentType: 'application/json', body: answer });
    });
    await page.getByRole('link', { name: 'Ratio', exact: true }).click();
    await page.waitForSelector('[aria-labelledby=back] tbody tr');
    await expect.poll(() => page.title()).toBe('Ratio · Itemtape');
    const { format } = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const answered = JSON.parse([...answers.values()].at(-1) ?? '{}');
    for (const way of ['into', 'back']) {
      const shown = async () => await page.locator(`[aria-labelledby=${way}] tbody .item-link`).first().textContent();
      const ratio = async () => await page.locator(`[aria-labelledby=${way}] tbody td.price`).first().textContent();
      await expect.poll(shown).toContain(answered[way].rows[0].name);
      await expect.poll(ratio).toContain(format(answered[way].rows[0].ratio));
      const large = answered[way].ratio === null ? '–' : format(answered[way].ratio);
      await expect.poll(() => page.locator(`#${way}-ratio + .large`).textContent()).toBe(large);
    }
    const sold = page.locator('[aria-labelledby=into] tbody a.market-link', { hasText: 'Sell' });
    expect(await sold.first().getAttribute('href')).toContain('steamcommunity.com');
    const requesting = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/tape/ratio' && searchParams.get('way') === 'bid' && searchParams.get('amount') === '50';
    });
    await page.getByRole('button', { name: 'To a buy order' }).click();
    await page.getByLabel('Amount to carry across in a day, in USD').fill('50');
    expect((await (await requesting).response())?.status()).toBe(200);

    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ game: 'CS2', way: 'bid', amount: '50' });
    expect(troubles).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('says of an item without buy orders that no price is known, not that no fee is', async () => {
    const { page } = await come('/');
    await page.route(/\/tape\/best\?/, async (route) => {
      const response = await route.fetch({ timeout: 0 });
      const answer = await response.json();
      for (const one of answer.best) Object.assign(one, { bid: null, bidAfterFees: null, askAfterFees: null });
      await route.fulfill({ response, json: answer });
    });
    await page.goto(itemAddress(redline));
    const detailOf = (name: string) => page.locator('.figures.quote > div', { hasText: name }).locator('.detail');

    expect(await detailOf('Best bid').textContent()).toBe('none is known');
    expect(await detailOf('You get, after fees').textContent()).toBe('none is known');
    expect(await detailOf('You pay, after fees').textContent()).toBe('no fee is known');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows the same deals as REST, filtered as the address says, and live in dollars', async () => {
    const listPath = '/tape/deals?game=CS2&way=list&pairs=best&minPercent=2&without=outlier&limit=200';
    await until(
      'a deal',
      async () => (await readJson(`${markets.service.origin}${listPath}`, markets.key)).deals.length > 0,
    );
    const { page, troubles } = await come('/deals?way=list&minPercent=2&without=outlier');
    await page.getByText(/in USD, after known fees · live/).waitFor();
    const { deals } = await readJson(`${markets.service.origin}${listPath}`, markets.key);
    const names = async () => await page.locator('.deals tbody .item-link').allTextContents();
    await expect.poll(async () => (await names())[0]).toContain(deals[0].name);
    await chooseCurrency(page, 'EUR');
    await page.getByText(/in EUR, after known fees · refreshed/).waitFor();
    expect(await page.locator('.deals tbody td.price').first().textContent()).toMatch(/^(?:≤ )?\+€/);
    await openFilters(page);
    await page.getByRole('button', { name: 'thin', exact: true }).click();

    expect(new URL(page.url()).searchParams.get('without')).toBe('outlier,thin');
    expect(new URL(page.url()).searchParams.get('way')).toBe('list');
    await page.getByLabel('Minimum profit, in percent').fill('999999');
    await page.getByText(/^No pair of marketplaces matches these filters/).waitFor();
    expect(troubles).toEqual([]);
  });

  it('sorts and filters the offers of an item, and exports them as shown', async () => {
    const { page, troubles } = await come(itemAddress(redline));
    await page.waitForSelector('.offers tbody tr');
    const floats = async () =>
      (await page.locator('.offers td[data-label=float]').allTextContents()).filter((text) => text !== '–').map(Number);
    await page.locator('.offers').getByRole('button', { name: 'Float', exact: true }).click();
    const rising = await floats();
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(rising.length).toBeGreaterThan(5);
    expect(new URL(page.url()).searchParams.get('by.offers')).toBe('float');
    // Between two of them, since floats are shown rounded
    const max = ((rising[2] ?? 0) + (rising[3] ?? 0)) / 2;
    await page.locator('.folded-filters summary').click();
    await page.getByLabel('Float up to').fill(String(max));
    await expect.poll(() => page.locator('.offers tbody tr').count()).toBe(3);
    // A filled field still shows its label
    expect(await page.locator('.hint:visible').allTextContents()).toEqual(['Float up to']);
    expect(new URL(page.url()).searchParams.get('fmax')).toBe(String(max));

    // The address shows the same rows in the same order to anyone
    await page.reload();
    await expect.poll(floats).toEqual(rising.slice(0, 3));

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `CSV of Offers ${redline}` }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('Offers-AK-47-Redline-Field-Tested.csv');
    const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe(
      '\ufeffprice USD,marketplace,above cheapest,float,seed,paint index,stickers,charms,patches,name tag,stattrak count,fade,days locked,found,inspect link,link',
    );
    expect(lines.map((line) => Number(line.split(',')[3]).toFixed(9))).toEqual(
      (await floats()).map((one) => one.toFixed(9)),
    );
    expect(troubles).toEqual([]);
  });

  it('can be operated by keyboard alone', async () => {
    const { page } = await come(itemAddress(redline));
    const focused = () =>
      page.evaluate('document.activeElement?.closest("tr")?.sectionRowIndex ?? document.activeElement?.id');
    await page.waitForSelector('.offers tbody tr');
    await page.locator('.offers tbody a').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(1);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('query');
    await page.keyboard.type('redline');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.found li');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Item name').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('content');
  });

  it("is light or dark as the visitor chose, and writes numbers in the visitor's format", async () => {
    const { page } = await come(itemAddress(redline), { colorScheme: 'light', locale: 'de-DE' });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(ground).not.toBe(light);
    await page.reload();
    await page.waitForSelector('[data-marketplace]');
    expect(await ground()).not.toBe(light);
    expect(await page.locator('[data-marketplace] .price').first().textContent()).toMatch(/^\d+,\d\d\s\$$/);
  });

  it('shows the chosen messages on the tape, and does not move while somebody reads', async () => {
    const { page, troubles } = await come('/tape?words=redline ak&fmin=0.1');
    const rows = page.locator('.tape tbody tr');
    await until('rows', async () => {
      markets.world.tick(Date.now());
      return (await rows.count()) > 2;
    });
    for (const text of await rows.locator('.item').allTextContents()) expect(text).toMatch(/AK-47 \| Redline/);
    for (const text of await page.locator('.tape tbody tr:not(.removed) .wear').allTextContents())
      expect(Number(text)).toBeGreaterThanOrEqual(0.1);
    await page.locator('.ticker').hover();
    await page.getByText(/^Live · paused while you read/).waitFor();
    const before = await rows.allTextContents();
    const waiting = page.getByText(/paused while you read, [1-9]\d* waiting/);
    await until('something new', async () => {
      markets.world.tick(Date.now());
      return await waiting.isVisible();
    });
    expect(await rows.allTextContents()).toEqual(before);
    await page.mouse.move(0, 0);
    await expect.poll(() => rows.allTextContents()).not.toEqual(before);
    expect(troubles).toEqual([]);
  });

  it('shows on the tape offers below every other marketplace', async () => {
    const listPath = '/tape/offers?game=CS2&sort=newest&belowOthersPercent=1&limit=200';
    await until(
      'an offer',
      async () => (await readJson(`${markets.service.origin}${listPath}`, markets.key)).offers.length > 0,
    );
    const { page } = await come('/tape?game=CS2&below=1');
    await page.waitForSelector('[aria-labelledby=below] tbody tr');
    const shares = await page.locator('[aria-labelledby=below] td.gain').allTextContents();

    expect(shares.every((text) => Number.parseFloat(text) <= -1)).toBe(true);
  });

  it('shows the state of every source', async () => {
    const { page } = await come('/sources');
    await page.waitForSelector('[data-marketplace="skinport"]');
    await page.getByRole('button', { name: 'SkinPort' }).click();
    const sources = await readJson(`${markets.service.origin}/health/sources`);

    const expected = sources.filter(({ slug }: { slug: string }) => slug === 'skinport');
    expect(await page.locator('[data-state]').count()).toBe(expected.length);
    // On a phone, where the table has no head, a figure carries its name
    const count = page.locator('[data-marketplace="skinport"] td[data-label=sources]');
    expect(await count.textContent()).toBe(String(expected.length));
    expect(new URL(page.url()).searchParams.get('open')).toBe('skinport');
  });

  it('creates, lists and revokes keys for the operator', async () => {
    const { page, troubles } = await come('/keys');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Name of the new key').fill('scanner');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const key = (await page.locator('.made code').textContent()) ?? '';
    expect((await readJson(`${markets.service.origin}/v2/marketplaces`, key)).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Revoke scanner' }).click();
    await page.getByText(/^revoked/).waitFor();

    await expect(readJson(`${markets.service.origin}/v2/marketplaces`, key)).rejects.toThrow(/was revoked/);
    expect(troubles).toEqual([]);
  });

  it('creates a key with limits, which the table shows', async () => {
    const { page, troubles } = await come('/keys');
    await page.getByLabel('Name of the new key').fill('guest');
    await page.getByText('Limits', { exact: true }).click();
    await page.getByLabel('Requests a minute').fill('60');
    await page.getByLabel('CS2').check();
    await page.getByLabel('SkinPort', { exact: true }).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const key = (await page.locator('.made code').textContent()) ?? '';
    const [listed] = await readJson(`${markets.service.origin}/v2/marketplaces`, key);

    await page.getByText('60 a minute · only CS2 · only SkinPort').waitFor();
    expect(listed.marketplace).toBe('SkinPort');
    expect(troubles).toEqual([]);
  });

  it('shows settings to the operator, and changes the log level at once', async () => {
    const { page, troubles } = await come('/settings');
    await page.getByLabel('Log level, until the next start').selectOption('error');
    await page.getByText('The log now contains error and above.').waitFor();

    expect(troubles).toEqual([]);
  });

  it('shows what one pays and gets at each marketplace, and lets the operator change it', async () => {
    const { page } = await come('/settings');
    const csfloat = async () => {
      const [terms] = await readJson(`${markets.service.origin}/tape/marketplaces?marketplace=CSFloat`, markets.key);
      const fee = terms.fees.find(({ side }: { side: string }) => side === 'seller') ?? null;
      return { fee, payout: terms.payout?.kind ?? null };
    };
    const builtIn = await csfloat();
    const { percent, source } = builtIn.fee;
    const row = page.locator('.terms tbody tr', { hasText: 'CSFloat' });
    const fee = row.locator('td[data-label="seller fee"]');
    await fee.waitFor();
    expect(await fee.textContent()).toBe(`${percent}%`);
    expect(await fee.locator('span').first().getAttribute('title')).toContain(source);

    await row.getByRole('button', { name: 'Change CSFloat' }).click();
    const form = page.getByRole('dialog', { name: 'CSFloat' });
    await form.getByLabel('What to change').selectOption({ label: 'Seller fee' });
    await form.getByLabel('New value').fill('much');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('write a marketplace and a percentage').waitFor();
    await form.getByLabel('New value').fill('8+0.30 EUR');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('CSFloat: Seller fee is now 8+0.30 EUR.').waitFor();
    expect((await csfloat()).fee).toMatchObject({ percent: 8, fixed: { amount: 0.3, currency: 'EUR' } });
    await row.getByRole('button', { name: 'Change CSFloat' }).click();
    await form.getByLabel('What to change').selectOption({ label: 'What selling pays out' });
    await form.getByLabel('New value').selectOption({ label: 'Steam balance' });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('CSFloat: What selling pays out is now Steam balance.').waitFor();
    expect((await csfloat()).payout).toBe('steamBalance');
    await row.getByRole('button', { name: 'Change CSFloat' }).click();
    await form.getByRole('button', { name: 'It is not known' }).click();
    await page.getByText('CSFloat: Seller fee is now not known.').waitFor();
    expect((await csfloat()).fee).toBeNull();
    await row.getByRole('button', { name: 'Change CSFloat' }).click();
    await form.getByRole('button', { name: 'Back to what is built in' }).click();
    await page.getByText('CSFloat: Seller fee is what is built in again.').waitFor();
    await row.getByRole('button', { name: 'Change CSFloat' }).click();
    await form.getByLabel('What to change').selectOption({ label: 'What selling pays out' });
    await form.getByRole('button', { name: 'Back to what is built in' }).click();
    await page.getByText('CSFloat: What selling pays out is what is built in again.').waitFor();
    expect(await csfloat()).toEqual(builtIn);
  });

  it('asks for a variant before a rule watches the bid of a Doppler', async () => {
    const { page, troubles } = await come('/alerts');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Notify me about').selectOption({ label: 'Highest bid' });
    await page.getByRole('searchbox', { name: 'Item', exact: true }).fill(doppler);
    const variant = page.getByLabel('Variant');
    await variant.waitFor();
    await page.getByLabel('US dollars').fill('1');
    await page.getByLabel('Send to').selectOption({ label: 'Webhook' });
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('Name', { exact: true }).fill('of one');
    expect(await page.locator('.rule-form select:invalid').count()).toBe(1);
    await variant.selectOption('Ruby');
    await page.getByLabel('What selling pays out').selectOption({ label: 'Sell for anything' });
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/tape/alerts'),
    );
    await page.getByRole('button', { name: 'Create rule' }).click();
    expect((await sending).postDataJSON().when).toMatchObject({ figure: 'bid', phase: 'Ruby', payout: 'any' });
    await page.getByText(`Highest bid below $1.00: ${doppler} Ruby · whatever is paid out · CS2`).waitFor();
    await page.getByRole('button', { name: 'Delete of one' }).click();
    await page.getByRole('button', { name: 'Delete of one' }).waitFor({ state: 'detached' });

    expect(troubles).toEqual([]);
  });

  it('creates an alert rule with a form, tests it, shows deliveries, pauses and deletes it', async () => {
    const receiver = await startReceiver();
    const { page, troubles } = await come('/alerts');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('searchbox', { name: 'Item', exact: true }).fill('redline field');
    await page.getByRole('button', { name: redline, exact: true }).click();
    await page.getByLabel('US dollars').fill('1000000');
    await page.getByLabel('Send to').selectOption({ label: 'Webhook' });
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await page.getByLabel('Name', { exact: true }).fill('low');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('shown only once').waitFor();
    await receiver.has(1);
    await page.getByRole('button', { name: 'Test low' }).click();
    await page.getByText(/The test of “low” was delivered/).waitFor();
    await page.getByRole('button', { name: 'Log low' }).click();
    await page.locator('[aria-labelledby=deliveries] tbody tr').first().waitFor();
    const [row = []] = await cellsOf(page, '[aria-labelledby=deliveries] tbody tr');
    expect(row.join(' ')).toContain('delivered');
    await page.getByRole('button', { name: 'Pause low' }).click();
    await page.getByRole('button', { name: 'Resume low' }).waitFor();
    await page.getByRole('button', { name: 'Delete low' }).click();
    await page.getByRole('button', { name: 'Delete low' }).waitFor({ state: 'detached' });

    expect(receiver.received.map(({ json }) => json.type)).toEqual(['alert', 'test']);
    expect(troubles).toEqual([]);
    await receiver.close();
  });

  it('asks before a rule waits for a name that no item has', async () => {
    const { page, troubles } = await come('/alerts');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole('searchbox', { name: 'Item', exact: true }).fill('redline field');
    await page.getByLabel('US dollars').fill('1');
    await page.getByLabel('Send to').selectOption({ label: 'Webhook' });
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('Name', { exact: true }).fill('misnamed');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('No item is called “redline field” right now.')]);
    expect(await page.getByText('misnamed').count()).toBe(0);
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('button', { name: 'Delete misnamed' }).click();
    await page.getByRole('button', { name: 'Delete misnamed' }).waitFor({ state: 'detached' });

    // What is typed is looked up, and not found
    expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
  });

  it('sends a form once, however often its button is pressed', async () => {
    const { page } = await come('/alerts');
    const sent: string[] = [];
    const slowly = async (address: string) =>
      await page.route(address, async (route) => {
        if (route.request().method() === 'POST') sent.push(new URL(route.request().url()).pathname);
        await wait(300);
        await route.continue();
      });
    await slowly('**/tape/alerts');
    await slowly('**/operator/keys');
    await page.getByRole('searchbox', { name: 'Item', exact: true }).fill(redline);
    await page.getByLabel('US dollars').fill('0.01');
    await page.getByLabel('Send to').selectOption({ label: 'Webhook' });
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('Name', { exact: true }).fill('pressed twice');
    await page.getByRole('button', { name: 'Create rule' }).dblclick();
    await page.getByText('shown only once').waitFor();
    await followInMenu(page, 'Keys');
    await page.getByLabel('Name of the new key').fill('pressed twice');
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.locator('.made code').waitFor();

    expect(sent).toEqual(['/tape/alerts', '/operator/keys']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('asks a visitor without a session for a key, and says so when that key is revoked', async () => {
    const { page } = await stray('/?q=redline');
    await page.getByRole('heading', { level: 1, name: 'Open the dashboard' }).waitFor();
    await page.getByLabel('API key').fill('it_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This key is not known here.').waitFor();
    const { text } = await markets.service.keys.create({ name: 'visitor', websocketAccess: true });
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForSelector('.found li');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Service' });
    await menu.getByRole('link', { name: 'Sources', exact: true }).waitFor();
    for (const name of ['Keys', 'Settings'])
      expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0);
    await page.goto('/keys');
    await page.getByText('Only the operator manages keys').waitFor();
    await followInMenu(page, 'Sources');
    await page.waitForSelector('[data-marketplace]');

    await markets.service.keys.revoke('visitor');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('This key was revoked; ask the operator for a new one.').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('works with a key limited to one game and without stream access, single offers included', async () => {
    const keyRequest = { name: 'of CS2', websocketAccess: false, games: ['CS2' as const] };
    const { text } = await markets.service.keys.create(keyRequest);
    const { page } = await stray('/?q=redline');
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForSelector('.found li');
    await page.getByRole('link', { name: 'Deals', exact: true }).click();

    await page.getByText(/in USD, after known fees · refreshed/).waitFor();
    let answered: readonly { readonly price: number }[] = [];
    const note = async (response: Response): Promise<void> => {
      if (response.url().includes('/tape/offers?')) answered = (await response.json()).offers;
    };
    // An answer that the page has left cannot be read
    page.on('response', (response) => void note(response).catch(() => {}));
    await page.goto(itemAddress(redline));
    const offers = page.locator('[aria-labelledby=offers]');
    await offers.getByText(/, refreshed every 30 s · this key lacks the right websocketAccess/).waitFor();
    // The page asks again meanwhile, and the market moves on
    const isShown = async (): Promise<boolean> => {
      const price = await offers.locator('td.price').first().textContent();
      const text = await offers.textContent();
      return (
        text?.includes(`${answered.length} with a price and a link`) === true &&
        price === `$${answered[0]?.price.toFixed(2)}`
      );
    };
    await until('the offers that the page was sent', isShown, () => [answered.length, answered[0]]);
    await chooseCurrency(page, 'EUR');
    await expect.poll(() => offers.locator('td.price').first().textContent()).toMatch(/^€/);
    await markets.service.keys.revoke('of CS2');
  });

  it('says that its stream has ended when the key is revoked', async () => {
    const { text } = await markets.service.keys.create({ name: 'listener', websocketAccess: true });
    const { page } = await stray('/tape');
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Live ·').waitFor();
    await markets.service.keys.revoke('listener');

    await page.getByText('This key was revoked; ask the operator for a new one.').waitFor();
  });
});
