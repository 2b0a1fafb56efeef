import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { enter, itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const nameOf = (at: number): string => `AK-47 | Made-up ${at} (Field-Tested)`;

needing('Chromium').describe('in a browser, many tabs', () => {
  let served: ServedStream;
  let browser: Browser;
  let origin: string;
  let visited: Visit;

  beforeAll(async () => {
    served = await serveStream({
      dashboard: readDashboard(dashboardFolder),
      settings: { connectionsPerKey: 1 },
    });
    served.put(Array.from({ length: 20 }, (_, at) => offerRecord('CS2', nameOf(at), `first-${at}`, 5_000 + at)));
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
  const open = async (page: Page, address: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(address);
    return tab;
  };
  const readers = () => served.hub.stats().readers;
  const isLiveTape = (page: Page) => page.getByText('Live ·').waitFor();
  const isLiveItem = (page: Page) => page.getByText(/, live$/).waitFor();
  const isLiveHome = (page: Page) =>
    page
      .getByText(/^published/)
      .or(page.getByText('No. '))
      .first()
      .waitFor();
  const isLiveDeals = (page: Page) => page.getByText(/live/i).first().waitFor();

  /** Twenty tabs, of which the first is open. */
  const openTwenty = async (first: Page): Promise<{ readonly items: Page[]; readonly tapes: Page[] }> => {
    const items = [];
    for (let at = 0; at < 12; at += 1) items.push(await open(first, itemAddress(nameOf(at))));
    const tapes = [first, await open(first, '/tape?game=CS2'), await open(first, '/tape?words=made-up')];
    const homes = [await open(first, '/'), await open(first, '/')];
    const deals = [];
    for (const query of ['', '?game=CS2', '?min=1']) deals.push(await open(first, `/deals${query}`));
    await Promise.all([
      ...items.map(isLiveItem),
      ...tapes.map(isLiveTape),
      ...homes.map(isLiveHome),
      ...deals.map(isLiveDeals),
    ]);
    return { items, tapes };
  };

  it('are live on one sign-in over one connection, twenty of them, and show what changes', async () => {
    const first = await come('/tape');
    const { items, tapes } = await openTwenty(first);
    expect(first.context().pages()).toHaveLength(20);
    expect(readers()).toBe(1);

    served.put(Array.from({ length: 12 }, (_, at) => offerRecord('CS2', nameOf(at), `second-${at}`, 1_111_000 + at)));
    await Promise.all([
      ...items.map((page) => page.locator('.offers tbody').getByText('$1,111.').first().waitFor()),
      ...tapes.map((page) => page.locator('table.tape').getByText(nameOf(11)).first().waitFor()),
    ]);
    // A tab that loads while all others are open is not kept waiting by them
    const late = await open(first, itemAddress(nameOf(19)));
    await isLiveItem(late);

    for (const page of items.slice(0, 6)) await page.close();
    await first.close();
    served.put([offerRecord('CS2', nameOf(7), 'third', 2_222_000)]);
    await items[7]?.locator('.offers tbody').getByText('$2,222.').waitFor();
    await tapes[1]?.locator('table.tape').getByText('$2,222.').first().waitFor();
    expect(readers()).toBe(1);
    expect(visited.troubles).toEqual([]);
  });

  it('have a connection each where the browser shares none between them, and are live all the same', async () => {
    visited = await visit(browser, origin);
    await visited.page.context().addInitScript('delete globalThis.SharedWorker');
    const first = visited.page;
    await enter(first, `/tape#token=${served.api.issueToken().token}`);
    const others = [];
    for (let at = 0; at < 4; at += 1) others.push(await open(first, itemAddress(nameOf(at))));
    await Promise.all([isLiveTape(first), ...others.map(isLiveItem)]);
    expect(readers()).toBe(5);
    await Promise.all(others.map((page) => page.close()));
    await until('the connections to be closed with their tabs', async () => readers() === 1);
  });
});
