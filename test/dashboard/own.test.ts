import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { type Alerting, openAlerting } from '../support/alerts/alerting.ts';
import { redline } from '../support/api/served-api.ts';
import { createCuttingProxy } from '../support/network/cutting-proxy.ts';
import { itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { pricedOffer } from '../support/stream/stream-rig.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

needing('Chromium').describe('in a browser, what belongs to a key', () => {
  let rig: Alerting;
  let served: ServedStream;
  let browser: Browser;
  let network: Awaited<ReturnType<typeof createCuttingProxy>>;
  let other: string;
  const open: Visit[] = [];

  beforeAll(async () => {
    rig = await openAlerting();
    const alerts = await rig.open();
    alerts.start();
    rig.put([pricedOffer('dear', 20_000)]);
    // Answers of a clock that stands still would stay as they are
    const api = { alerts, book: rig.book, now: Date.now, settings: { cacheSeconds: 1, cacheMegabytes: 8 } };
    served = await serveStream({ dashboard: readDashboard(dashboardFolder), api });
    other = (await served.keys.create({ name: 'other', websocketAccess: true })).text;
    network = await createCuttingProxy(served.port);
    browser = await openBrowser();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await browser?.close();
    network?.close();
    await served?.close();
    await rig?.close();
  });

  /** Signs a new browser in with a key. */
  async function come(address: string, key: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visited = await visit(browser, `http://127.0.0.1:${network.port}`, options);
    open.push(visited);
    const { page } = visited;
    await page.goto(address);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Alerts' }).waitFor();
    return visited;
  }

  const watchButton = (page: Page) => page.getByRole('button', { name: /^Watch(ed)?$/ });
  const isPressed = (page: Page) => watchButton(page).getAttribute('aria-pressed');

  /** What axe finds in a page, by the names of its rules. */
  const violationsOf = async (page: Page): Promise<readonly string[]> => {
    await page.evaluate(axe);
    return await page.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then((one) => one.violations.map(({ id }) => id))",
    );
  };

  /** The store of this service has nothing, which it answers with an error. */
  const exceptionsOf = ({ troubles }: Visit) => troubles.filter((one) => one.startsWith('exception'));

  it('is a watchlist that all its browsers share, and no other key', async () => {
    const [first, second, foreign] = [
      await come(itemAddress(redline), served.key),
      await come(itemAddress(redline), served.key),
      await come(itemAddress(redline), other),
    ];
    const tab = await first.page.context().newPage();
    await tab.goto(itemAddress(redline));
    await expect.poll(() => isPressed(tab)).toBe('false');
    await watchButton(first.page).click();
    await expect.poll(() => isPressed(first.page)).toBe('true');
    await expect.poll(() => isPressed(tab)).toBe('true');

    await second.page.goto('/');
    await second.page.locator('[aria-labelledby=watchlist] .item-link', { hasText: redline }).waitFor();
    await foreign.page.goto('/');
    await foreign.page.getByText('Press ☆ next to an item').waitFor();
    expect([first, second, foreign].flatMap(exceptionsOf)).toEqual([]);
  });

  it('is told of alerts by a bell in every tab, a log and one notification', async () => {
    const visited = await come('/', served.key);
    const { page } = visited;
    // Headless browsers show no notifications
    await page.context().addInitScript(`
      globalThis.Notification = class {
        static permission = 'granted';
        constructor(title, { body }) {
          localStorage.setItem('shown', JSON.stringify([...JSON.parse(localStorage.getItem('shown') ?? '[]'), body]));
        }
      };`);
    const tab = await page.context().newPage();
    await tab.goto('/');
    await tab.getByRole('button', { name: 'Alerts' }).waitFor();

    const address = new URLSearchParams({ game: 'CS2', name: redline, below: '10' });
    await page.goto(`/alerts?${address}`);
    await expect.poll(() => page.getByLabel('US dollars').inputValue()).toBe('10');
    await page.getByText('Now $20.00').waitFor();
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('is active.').waitFor();
    rig.put([pricedOffer('cheap', 9_000)]);
    for (const one of [page, tab]) await one.getByRole('button', { name: 'Alerts: 1 unread' }).waitFor();
    const shown = async () => JSON.parse((await page.evaluate<string | null>('localStorage.getItem("shown")')) ?? '[]');
    await expect.poll(shown).toEqual([expect.stringContaining(redline)]);

    await tab.getByRole('button', { name: 'Alerts: 1 unread' }).click();
    const row = tab.getByRole('dialog', { name: 'Alerts' }).getByRole('link', { name: redline });
    await row.waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await row.textContent()).toContain('Lowest ask $9.00');
    await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
    await row.click();
    await expect.poll(() => new URL(tab.url()).pathname).toBe('/item');
    expect(await shown()).toHaveLength(1);

    const later = await come('/', served.key);
    await later.page.getByRole('button', { name: 'Alerts', exact: true }).click();
    await later.page.getByRole('dialog').getByRole('link', { name: redline }).waitFor();
    expect(exceptionsOf(visited)).toEqual([]);
  });

  it('can be reached by the palette with the keyboard alone', async () => {
    const visited = await come('/deals', served.key);
    const { page } = visited;
    const palette = page.getByRole('dialog', { name: 'Items, pages and actions' });
    const field = palette.getByRole('combobox');
    const chosen = async () => {
      const id = await field.getAttribute('aria-activedescendant');
      const [text] = await page.locator(`[id="${id}"][aria-selected=true]`).allTextContents();
      // Nothing is chosen before something is found
      return text ?? '';
    };
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.type('redline');
    await expect.poll(chosen).toContain(redline);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('name')).toBe(redline);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('alert on');
    await expect.poll(chosen).toContain('Alert on this item');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('searchbox', { name: 'Item', exact: true }).inputValue()).toBe(redline);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('sou');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(chosen).toContain('Sources');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor({ state: 'detached' });
    // The focus is where it was
    expect(await page.evaluate('document.activeElement?.id')).toBe('query');
    expect(exceptionsOf(visited)).toEqual([]);
  });

  it('opens without the service with what it had, says how old that is, and is gone after signing out', async () => {
    rig.put([pricedOffer('cheap', 9_000)]);
    const { page } = await come(itemAddress(redline), served.key, { serviceWorkers: 'allow' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const price = page.locator('main').getByText('$9.00').first();
    await price.waitFor();
    await expect
      .poll(() =>
        page.evaluate('caches.open("itemtape.answers").then((one) => one.keys()).then((all) => all.length > 3)'),
      )
      .toBe(true);
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    network.leadTo(null);
    network.cut();
    await page.reload();
    await page.getByText(/What is shown is as it was at .*\d:\d\d/).waitFor();
    await price.waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(redline);

    network.leadTo(served.port);
    await page.getByText('What is shown is as it was').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('caches.has("itemtape.answers")')).toBe(false);
    network.leadTo(null);
    network.cut();
    await page.reload();
    await page.getByText('The service cannot be reached.').first().waitFor();
    expect(await page.getByText('$9.00').count()).toBe(0);
    network.leadTo(served.port);
  });

  it('is told of alerts by its service worker, whose notification leads to the item', async () => {
    const { page } = await come('/', served.key, { serviceWorkers: 'allow' });
    // Headless browsers show no notifications, and none is pressed in them
    await page.context().addInitScript(`
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
      ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) =>
        localStorage.setItem('shown', JSON.stringify({ title, body, data }));`);
    await page.reload();
    await page.evaluate('navigator.serviceWorker.ready');
    await page.goto(`/alerts?${new URLSearchParams({ game: 'CS2', name: redline, below: '8' })}`);
    await expect.poll(() => page.getByLabel('US dollars').inputValue()).toBe('8');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('is active.').waitFor();
    rig.put([pricedOffer('cheaper', 7_000)]);
    const shown = async () =>
      JSON.parse((await page.evaluate<string | null>('localStorage.getItem("shown")')) ?? 'null');
    await expect.poll(shown).toMatchObject({ title: expect.stringContaining(redline), body: expect.any(String) });

    const [worker] = page.context().serviceWorkers();
    const { data } = await shown();
    await worker?.evaluate(`
      WindowClient.prototype.focus = async function () { return this; };
      const notification = { data: ${JSON.stringify(data)}, close() {} };
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }));`);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/item');
    expect(new URL(page.url()).searchParams.get('name')).toBe(redline);
  });
});
