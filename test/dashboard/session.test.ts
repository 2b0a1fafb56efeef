import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { operatorToken } from '../support/api/served-api.ts';
import { openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

needing('Chromium').describe('in a browser, the session of a tab', () => {
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

  it('is opened by the printed address, which is removed from the address bar, and survives reloading', async () => {
    const page = await come();
    await page.goto(printed());
    await isOpen(page);
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await isOpen(page);
    await page.goto('/keys');
    await isManaging(page);

    expect(visited.troubles).toEqual([]);
  });

  it('is opened by the printed address even if the service could not be reached at first', async () => {
    const page = await come();
    await page.route(sessionPath, (route) => route.abort());
    await page.goto(printed());
    await shows(page, 'The service cannot be reached.');
    await page.unroute(sessionPath);
    await isOpen(page);
  });

  it('is separate from that of another tab, which says what to do', async () => {
    const page = await come();
    const address = printed();
    await page.goto(address);
    await isOpen(page);

    const other = await page.context().newPage();
    await other.goto('/');
    await shows(other, 'No session is open in this tab.');
    await shows(other, 'itemtape dashboard');
    // Only the fragment changes from here on, so the page is not reloaded
    await other.goto(address);
    await shows(other, 'This address has already been used, or has expired.');
    await other.goto(printed());
    await isOpen(other);
    expect(other.url()).toBe(`${origin}/`);
  });

  it('is obtained with the operator token, which the browser does not store', async () => {
    const keeps = '[localStorage, sessionStorage].flatMap((kept) => Object.values(kept)).join()';
    const page = await come();
    await page.goto('/keys');
    await page.getByLabel('API key').fill(operatorToken);
    await page.getByRole('button', { name: 'Open' }).click();
    await isManaging(page);
    expect(await page.evaluate(keeps)).toMatch(/^it_[^,]*$/);

    await page.getByRole('button', { name: 'Forget the key stored in this browser' }).click();
    await shows(page, 'This browser has forgotten its key.');
    expect(await page.evaluate(keeps)).toBe('');
  });

  it('has no more rights than the key that a visitor enters', async () => {
    const page = await come();
    await page.goto('/keys');
    await page.getByLabel('API key').fill('it_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await shows(page, 'This key is not known here.');
    await page.getByLabel('API key').fill(served.key);
    await page.getByRole('button', { name: 'Open' }).click();
    await shows(page, 'Only the operator manages keys');
  });
});
