import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { cellsOf, hasChromium, itemAddress, openBrowser, type Visit, visit } from '../support/browser.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/played-markets.ts';
import { readJson } from '../support/served-process.ts';
import { stageItems } from '../support/stage-items.ts';
import { until } from '../support/until.ts';

const redline = liquidNames.CS2;
const doppler = '★ Karambit | Doppler (Factory New)';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const views = {
  home: '/',
  deals: '/deals',
  search: '/?q=redline',
  item: itemAddress(redline),
  doppler: itemAddress(doppler),
  tape: '/tape',
  below: '/tape?below=1',
  sources: '/sources?open=skinport',
  keys: '/keys',
} as const;

const looks = [
  { name: 'light and dark', schemes: ['light', 'dark'], options: {} },
  { name: 'phone', schemes: ['light'], options: { viewport: { width: 390, height: 844 }, isMobile: true } },
] as const;

/** What axe finds. */
type Judged = {
  readonly passes: readonly { readonly id: string }[];
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

describe.skipIf(!hasChromium)('in a browser, the dashboard', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  const open: Visit[] = [];

  /** Somebody who has nothing but the address. */
  const stray = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> => {
    const visited = await visit(browser, markets.service.origin, options);
    open.push(visited);
    await visited.page.goto(address);
    return visited;
  };
  /** The operator. */
  const come = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> =>
    await stray(await markets.opened(address), options);
  const compare = (name: string) =>
    readJson(`${markets.service.origin}/v2/items/compare?game=CS2&name=${encodeURIComponent(name)}`, markets.key);

  beforeAll(async () => {
    [markets, browser] = await Promise.all([
      startPlayedMarkets({ items: stageItems, timesFaster: 10, config: { 'collect.games': ['CS2'] } }),
      openBrowser(),
    ]);
    await until('several marketplaces to know the items', async () => {
      const { marketplaces } = await compare(redline).catch(() => ({ marketplaces: [] }));
      const found = await readJson(`${markets.service.origin}/v2/items/search?game=CS2&query=redline`, markets.key);
      const isPictured = found.some(({ thumbnail }: { thumbnail: string | null }) => thumbnail !== null);
      return marketplaces.length >= 6 && isPictured && (await compare(doppler)).marketplaces.length >= 4;
    });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  it('leads from a name to the item, whose cheapest marketplace is the one of REST', async () => {
    const { page, troubles } = await come('/');
    await page.getByLabel('Name of an item').fill('redline field');
    await page.getByRole('link', { name: /^AK-47 \| Redline \(Field-Tested\)/ }).click();
    await page.waitForSelector('[data-marketplace]');

    const [cheapest] = (await compare(redline)).marketplaces;
    const [row = []] = await cellsOf(page, '[data-marketplace]');
    expect(row.slice(0, 3)).toEqual([
      cheapest.marketplace,
      `$${cheapest.priceUSD.toFixed(2)}`,
      String(cheapest.offerCount),
    ]);
    expect(new URL(page.url()).searchParams.get('name')).toBe(redline);
    expect(troubles).toEqual([]);
  });

  it('offers the nearest names where it finds none, and a phase that is typed leads to its offers', async () => {
    const { page, troubles } = await come('/?q=redllyen&game=CS2');
    await page.getByText('Did you mean:').waitFor();
    await page
      .getByRole('link', { name: /Redline/ })
      .first()
      .waitFor();
    await page.getByLabel('Name of an item').fill('doppler phase 2');
    const link = page.getByRole('link', { name: /Doppler/ }).first();
    await link.waitFor();

    expect(await link.getAttribute('href')).toContain('phase=Phase+2');
    expect(troubles).toEqual([]);
  });

  it('is led by keys alone from the search to an item and back', async () => {
    const { page } = await come('/');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('query');
    await page.keyboard.type('redline field');
    await page.getByRole('link', { name: /^AK-47 \| Redline \(Field-Tested\)/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Redline \(Field-Tested\)$/ }).waitFor();
    await page.goBack();

    expect(await page.getByLabel('Name of an item').inputValue()).toBe('redline field');
  });

  it('shows the same again when its address is shared', async () => {
    const { page } = await come('/?q=doppler&game=CS2');
    await page.waitForSelector('.found li');
    const before = await page.locator('.found .name').allTextContents();
    const other = await come(page.url());
    await other.page.waitForSelector('.found li');

    expect(await other.page.locator('.found li').count()).toBe(2);
    expect(await other.page.locator('.found a .name').first().textContent()).toBe(before[0]);
    expect(await other.page.getByLabel('Game').inputValue()).toBe('CS2');
  });

  it('shows a price in the currency that was chosen, now and later', async () => {
    const { page } = await come(itemAddress(redline));
    await page.waitForSelector('[data-marketplace]');
    await page.getByLabel('Currency').selectOption('EUR');
    const [cheapest] = (await compare(redline)).marketplaces;

    expect(await page.locator('[data-marketplace] .price').allTextContents()).toContain(
      `€${cheapest.priceEUR.toFixed(2)}`,
    );
    await page.reload();
    await page.waitForSelector('[data-marketplace]');
    expect(await page.locator('[data-marketplace] .price').first().textContent()).toMatch(/^€/);
  });

  it('shows on a phone what something costs and where to buy it without scrolling sideways', async () => {
    const { page } = await come(itemAddress(doppler), { viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: /^Buy/ }).first().waitFor();
    const rightmost = (selector: string) =>
      page.locator(selector).evaluateAll((found) => Math.max(...found.map((one) => one.getBoundingClientRect().right)));

    for (const selector of ['[data-marketplace] .price', '[aria-labelledby=variants] td.price', '.offers a']) {
      expect(await page.locator(selector).count(), selector).toBeGreaterThan(0);
      expect(await rightmost(selector), selector).toBeLessThanOrEqual(390);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('keeps Doppler variants apart', async () => {
    const { page } = await come(itemAddress(doppler));
    await page.waitForSelector('#variants');
    const variants = (await cellsOf(page, '[aria-labelledby="variants"] tbody tr')).map(([phase]) => phase);
    expect(variants.length).toBeGreaterThan(1);
    await page.getByRole('button', { name: variants[0] ?? '', exact: true }).click();

    const shown = await cellsOf(page, '.offers tbody tr');
    expect(new Set(shown.map((cells) => cells[2]))).toEqual(new Set([variants[0]]));
    expect(new URL(page.url()).searchParams.get('phase')).toBe(variants[0]);
  });

  it('shows pictures of items, which it takes from the service alone', async () => {
    const { page, troubles } = await come('/?q=redline');
    const hasPicture = '[...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 0)';
    await expect.poll(() => page.evaluate(hasPicture), { timeout: 120_000 }).toBe(true);

    expect(troubles).toEqual([]);
  });

  it('draws one variant apart from the others', async () => {
    const { page } = await come(itemAddress(doppler));
    await page.getByText('of the cheapest variant at each time').waitFor();
    await page.waitForSelector('#variants');
    const [[phase = ''] = []] = await cellsOf(page, '[aria-labelledby="variants"] tbody tr');
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/v2/price-history' && searchParams.get('phase') === phase;
    });
    await page.getByRole('button', { name: phase, exact: true }).click();

    expect((await (await asked).response())?.status()).toBe(200);
    await expect.poll(() => page.locator('#history').textContent()).toBe(`Price history ${phase}`);
  });

  it('draws prices and sales over time', async () => {
    const { page, troubles } = await come(`${itemAddress(redline)}&days=7`);
    await page.waitForSelector('.plot canvas');

    expect(await page.getByRole('button', { name: '7 d' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.legend li').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: '1 y' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('365');
    await page.waitForSelector('.plot canvas');
    expect(troubles).toEqual([]);
  });

  it('shows changes of prices as they come, in the item and on the tape', async () => {
    const item = await come(itemAddress(redline));
    const tape = await come('/tape?game=CS2');
    await item.page.waitForSelector('.offers tbody tr');
    await tape.page.getByText('Live ·').waitFor();
    const seen = { item: false, tape: false };
    await until('a price to flash in both', async () => {
      markets.world.tick(Date.now());
      seen.item ||= (await item.page.locator('.offers [class*="flash-"]').count()) > 0;
      seen.tape ||= (await tape.page.locator('.tape [class*="flash-"]').count()) > 0;
      return seen.item && seen.tape;
    });

    expect(await tape.page.locator('.tape tbody tr').count()).toBeGreaterThan(1);
    expect([...item.troubles, ...tape.troubles]).toEqual([]);
  });

  it('stands still while the tape is paused, and loses nothing of it', async () => {
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
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(rows).not.toBe(before);
  });

  it('opens on what is live, the best deals and new lows, and keeps what was watched and visited', async () => {
    const { page, troubles } = await come('/');
    const sources = await readJson(`${markets.service.origin}/health/sources`);
    const live = sources.filter(({ state }: { state: string }) => state === 'live').length;
    await page.locator('.figures .state.live').waitFor();
    expect(Number.parseInt((await page.locator('.figures .state.live').textContent()) ?? '', 10)).toBeGreaterThan(
      live / 2,
    );
    await page.getByText(/^No\. [\d,]+/).waitFor();
    await page.waitForSelector('[aria-labelledby=best-deals] tbody tr');
    await page.getByText('Items that you open are listed here.').waitFor();

    await page.goto(itemAddress(redline));
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.goto('/');
    await page.reload();
    for (const list of ['watchlist', 'visited']) {
      const row = page.locator(`[aria-labelledby=${list}] tbody tr`);
      await expect.poll(() => row.count(), { timeout: 60_000 }).toBe(1);
      expect(await row.textContent()).toContain(redline);
      expect(await row.locator('td.price').textContent()).toMatch(/^\$\d/);
    }
    await page.locator('[aria-labelledby=watchlist] .star').click();
    await page.getByText('Press ☆ beside an item').waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows the deals of REST, filtered as the address says, and live in dollars', async () => {
    const asked = '/tape/deals?game=CS2&way=list&minPercent=2&without=outlier&limit=200';
    await until(
      'a deal',
      async () => (await readJson(`${markets.service.origin}${asked}`, markets.key)).deals.length > 0,
    );
    const { page, troubles } = await come('/deals?way=list&minPercent=2&without=outlier');
    await page.getByText(/in USD after fees · live/).waitFor();
    const { deals } = await readJson(`${markets.service.origin}${asked}`, markets.key);
    const names = async () => await page.locator('.deals tbody .item-link').allTextContents();
    await expect.poll(async () => (await names())[0], { timeout: 60_000 }).toContain(deals[0].name);
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByText(/in EUR after fees · asked anew/).waitFor();
    expect(await page.locator('.deals tbody td.price').first().textContent()).toMatch(/^\+€/);
    await page.getByRole('button', { name: 'thin', exact: true }).click();

    expect(new URL(page.url()).searchParams.get('without')).toBe('outlier,thin');
    expect(new URL(page.url()).searchParams.get('way')).toBe('list');
    await page.getByLabel('Least profit, in percent').fill('999999');
    await page.getByText(/^No pair of marketplaces is worth it/).waitFor();
    expect(troubles).toEqual([]);
  });

  it('sorts and filters the offers of an item, and gives them away as they are', async () => {
    const { page, troubles } = await come(itemAddress(redline));
    await page.waitForSelector('.offers tbody tr');
    const floats = async () =>
      (await page.locator('.offers td[data-label=float]').allTextContents()).filter((text) => text !== '–').map(Number);
    await page.getByRole('button', { name: 'Float', exact: true }).click();
    const rising = await floats();
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(rising.length).toBeGreaterThan(5);
    // Between two of them, since what is shown of a float is rounded
    const most = ((rising[2] ?? 0) + (rising[3] ?? 0)) / 2;
    await page.getByLabel('Float up to').fill(String(most));
    await expect.poll(() => page.locator('.offers tbody tr').count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('fmax')).toBe(String(most));

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `CSV of Offers ${redline}` }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('Offers-AK-47-Redline-Field-Tested.csv');
    const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe(
      '\ufeffprice USD,marketplace,above cheapest,float,seed,paint index,stickers,days locked,found,inspect link,link',
    );
    expect(lines.map((line) => Number(line.split(',')[3]).toFixed(9))).toEqual(
      (await floats()).map((one) => one.toFixed(9)),
    );
    expect(troubles).toEqual([]);
  });

  it('is gone through by keys alone', async () => {
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
    await page.getByRole('dialog', { name: 'Keys of the keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('query');
    await page.keyboard.type('redline');
    await page.waitForSelector('.found li');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Name of an item').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('content');
  });

  it('is light or dark as the visitor chose, and writes numbers as they do', async () => {
    const { page } = await come(itemAddress(redline), { colorScheme: 'light', locale: 'de-DE' });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(ground).not.toBe(light);
    await page.reload();
    await page.waitForSelector('[data-marketplace]');
    expect(await ground()).not.toBe(light);
    expect(await page.locator('[data-marketplace] .price').first().textContent()).toMatch(/^\d+,\d\d\s\$$/);
  });

  it('shows on the tape what was asked for, and stands still while somebody reads', async () => {
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
    await page.getByText(/^Live · held while you read/).waitFor();
    const before = await rows.allTextContents();
    const waiting = page.getByText(/held while you read, [1-9]\d* waiting/);
    await until('something new', async () => {
      markets.world.tick(Date.now());
      return await waiting.isVisible();
    });
    expect(await rows.allTextContents()).toEqual(before);
    await page.mouse.move(0, 0);
    await expect.poll(() => rows.allTextContents()).not.toEqual(before);
    expect(troubles).toEqual([]);
  });

  it('shows on the tape what is below every other marketplace', async () => {
    const asked = '/tape/offers?game=CS2&sort=newest&belowOthersPercent=1&limit=200';
    await until(
      'an offer',
      async () => (await readJson(`${markets.service.origin}${asked}`, markets.key)).offers.length > 0,
    );
    const { page } = await come('/tape?game=CS2&below=1');
    await page.waitForSelector('[aria-labelledby=below] tbody tr');
    const shares = await page.locator('[aria-labelledby=below] td.gain').allTextContents();

    expect(shares.every((text) => Number.parseFloat(text) <= -1)).toBe(true);
  });

  it('says of every source how it is', async () => {
    const { page } = await come('/sources');
    await page.waitForSelector('[data-marketplace="skinport"]');
    await page.getByRole('button', { name: 'SkinPort' }).click();
    const sources = await readJson(`${markets.service.origin}/health/sources`);

    const expected = sources.filter(({ slug }: { slug: string }) => slug === 'skinport');
    expect(await page.locator('[data-state]').count()).toBe(expected.length);
    expect(new URL(page.url()).searchParams.get('open')).toBe('skinport');
  });

  it('makes, lists and revokes keys for the operator', async () => {
    const { page, troubles } = await come('/keys');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('Name of the new key').fill('scanner');
    await page.getByRole('button', { name: 'Create' }).click();
    const key = (await page.locator('.made code').textContent()) ?? '';
    expect((await readJson(`${markets.service.origin}/v2/marketplaces`, key)).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Revoke scanner' }).click();
    await page.getByText(/^revoked/).waitFor();

    await expect(readJson(`${markets.service.origin}/v2/marketplaces`, key)).rejects.toThrow(/was revoked/);
    expect(troubles).toEqual([]);
  });

  it('asks a visitor without a session for a key, and refuses it in words once it is revoked', async () => {
    const { page } = await stray('/?q=redline');
    await page.getByText('No session is open in this tab.').waitFor();
    await page.getByLabel('API key').fill('it_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This key is not known here.').waitFor();
    const { text } = await markets.service.keys.create({ name: 'visitor', websocketAccess: true });
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForSelector('.found li');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('Keys are managed by the operator').waitFor();
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.waitForSelector('[data-marketplace]');

    await markets.service.keys.revoke('visitor');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('This key was revoked; ask the operator for a new one.').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('ends the stream of a revoked key in words', async () => {
    const { text } = await markets.service.keys.create({ name: 'listener', websocketAccess: true });
    const { page } = await stray('/tape');
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Live ·').waitFor();
    await markets.service.keys.revoke('listener');

    await page.getByText('This key was revoked; ask the operator for a new one.').waitFor();
  });

  describe.each(looks)('in $name', ({ options, schemes }) => {
    // One visitor for all views: to open a session takes longer than to look at one
    let visitor: Visit;
    beforeAll(async () => {
      visitor = await visit(browser, markets.service.origin, options);
      await visitor.page.goto(await markets.opened('/sources'));
      await visitor.page.waitForSelector('[data-marketplace]');
    });
    afterAll(() => visitor?.close());

    it.each(Object.entries(views))('shows %s without error, foreign request or barrier', async (_, address) => {
      const { page, troubles } = visitor;
      await page.goto(address);
      await page.waitForSelector('main :is(tbody tr, .tape, .found li)');
      await page.getByText('All data here is played.').waitFor();
      if (address.startsWith('/item')) await page.waitForSelector('.plot');
      // The policy of the page lets no foreign script in; the debugger may still run one
      await page.evaluate(axe);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        // Of what passes nothing is read but the names
        const { passes, violations }: Judged = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
        expect(passes.map(({ id }) => id)).toContain('color-contrast');
      }
      expect(troubles.splice(0)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    });
  });
});
