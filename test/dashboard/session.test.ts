import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { operatorToken } from '../support/api/served-api.ts';
import { openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

needing('Chromium').describe('a browser that has signed in', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;
  let visited: Visit;

  beforeAll(async () => {
    served = await serveStream({ dashboard: readDashboard(dashboardFolder) });
    origin = `http://127.0.0.1:${served.port}`;
    browser = await openBrowser();
  });
  afterEach(() => visited.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const sessionPath = '**/operator/session';
  const come = async (): Promise<Page> => {
    visited = await visit(browser, origin);
    return visited.page;
  };
  const printed = (): string => `/#token=${served.api.issueToken().token}`;
  const isOpen = (page: Page) => page.getByLabel('Item name').waitFor();
  const isManaging = (page: Page) => page.getByRole('button', { name: 'Create', exact: true }).waitFor();
  const shows = (page: Page, text: string) => page.getByText(text).waitFor();

  /** Texts that scripts of a page can read. */
  const readable = '[document.cookie, ...[localStorage, sessionStorage].flatMap((area) => Object.values(area))].join()';
  const secrets = /\b(?:it|its|op)_/;
  const enterKey = async (page: Page, key: string): Promise<void> => {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Open' }).click();
  };
  const another = async (page: Page, address: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(address);
    return tab;
  };

  it('is so by the printed address, which is removed from the address bar, in every tab and after reloading', async () => {
    const page = await come();
    await page.goto(printed());
    await isOpen(page);
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await isOpen(page);
    await isManaging(await another(page, '/keys'));
    await isOpen(await another(page, '/'));

    expect(visited.troubles).toEqual([]);
  });

  it('is so by the printed address even if the service could not be reached at first', async () => {
    const page = await come();
    await page.route(sessionPath, (route) => route.abort());
    await page.goto(printed());
    await shows(page, 'The service cannot be reached.');
    await page.unroute(sessionPath);
    await isOpen(page);
  });

  it('is so when it is opened again, and its scripts cannot read with what', async () => {
    const first = await come();
    await first.goto(printed());
    await isOpen(first);
    expect(await first.evaluate(readable)).not.toMatch(secrets);
    const storageState = await first.context().storageState();
    expect(storageState.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', secure: false });
    await visited.close();

    visited = await visit(browser, origin, { storageState });
    await visited.page.goto('/keys');
    await isManaging(visited.page);
  });

  it('is told so by an address that was used before, and one that has not is told what to do', async () => {
    const page = await come();
    const address = printed();
    await page.goto(address);
    await isOpen(page);
    await page.goto('/keys');
    await page.goto(address);
    await isOpen(page);

    const stranger = await visit(browser, origin);
    await stranger.page.goto('/');
    await shows(stranger.page, 'Nobody has signed in with this browser yet.');
    await shows(stranger.page, 'itemtape dashboard');
    // Only the fragment changes from here on, so the page is not reloaded
    await stranger.page.goto(address);
    await shows(stranger.page, 'This address has already been used, or has expired.');
    await stranger.page.goto(printed());
    await isOpen(stranger.page);
    await stranger.close();
  });

  it('is so with the operator token, which the browser does not store', async () => {
    const page = await come();
    await page.goto('/keys');
    await enterKey(page, operatorToken);
    await isManaging(page);

    expect(await page.evaluate(readable)).not.toMatch(secrets);
  });

  it('has the rights of the key that a visitor enters, and no others', async () => {
    const { text } = await served.keys.create({ name: 'friend', websocketAccess: true, games: ['Rust'] });
    const page = await come();
    await page.goto('/keys');
    await enterKey(page, 'it_wrong');
    await shows(page, 'This key is not known here.');
    await enterKey(page, text);
    await shows(page, 'Only the operator manages keys');
    const status = (path: string) => page.evaluate(`fetch(${JSON.stringify(path)}).then(({ status }) => status)`);
    expect(await status('/tape/deals?game=CS2')).toBe(403);
    expect(await status('/operator/sessions')).toBe(403);
    await served.keys.revoke('friend');
    await page.goto('/deals');
    await shows(page, 'This key was revoked');
  });

  it('is listed, and locks all tabs when it is signed out in one of them, or by the operator', async () => {
    const page = await come();
    await page.goto(printed());
    await isOpen(page);
    const guest = await visit(browser, origin, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
    await guest.page.goto('/tape');
    await enterKey(guest.page, served.key);
    await shows(guest.page, 'Live ·');
    const quiet = await another(guest.page, '/settings');
    await shows(quiet, 'Only the operator sees settings');
    const keys = await another(page, '/keys');
    await keys.getByRole('row', { name: 'Chrome on Linux this browser' }).waitFor();
    keys.on('dialog', (dialog) => dialog.accept());
    await keys.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
    for (const tab of [guest.page, quiet]) await tab.getByLabel('API key').waitFor();
    await keys.getByText('Firefox on Windows').waitFor({ state: 'detached' });

    const other = await another(page, '/deals');
    await other.getByRole('heading', { name: 'Deals' }).first().waitFor();
    await keys.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    for (const tab of [page, keys, other]) await shows(tab, 'This browser has been signed out.');
    await guest.close();
  });
});
