import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readDashboard } from '../../src/api/pages/dashboard.ts';
import { dashboardFolder } from '../../src/service/version.ts';
import { noStore } from '../../src/store/no-store.ts';
import { offerRecord } from '../support/api/served-api.ts';
import { enter, itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';

const name = 'AK-47 | Made-up (Field-Tested)';

needing('Chromium').describe('the dashboard of a service without a database', () => {
  let served: ServedStream;
  let browser: Browser;
  let visited: Visit;

  beforeAll(async () => {
    served = await serveStream({ dashboard: readDashboard(dashboardFolder), api: { store: noStore } });
    served.put([offerRecord('CS2', name, 'one', 1_000), offerRecord('CS2', name, 'other', 1_100)]);
    browser = await openBrowser();
  });
  afterEach(() => visited.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  const come = async (address: string): Promise<Page> => {
    visited = await visit(browser, `http://127.0.0.1:${served.port}`);
    await enter(visited.page, `${address}#token=${served.api.issueToken().token}`);
    return visited.page;
  };

  it.each(['', '&chart=candles'])(
    'draws what comes while an item is shown, without sales and errors%s',
    async (chart) => {
      const page = await come(itemAddress(name) + chart);
      await page.locator('.offers tbody tr').nth(1).waitFor();
      await page.locator('.plot canvas').first().waitFor();

      expect(await page.locator('h2').allTextContents()).toEqual(
        ['Price history', 'Marketplaces', 'Offers', 'Appraise one', 'Buy orders'].map((heading) =>
          expect.stringMatching(`^${heading}`),
        ),
      );
      expect(await page.locator('[role=alert]').count()).toBe(0);
      expect(visited.troubles).toEqual([]);
    },
  );

  it('has no page about the past', async () => {
    const page = await come('/status');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();

    expect(await page.getByRole('link', { name: 'Status' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Sources', exact: true }).count()).toBe(1);
    expect(visited.troubles).toEqual([]);
  });
});
