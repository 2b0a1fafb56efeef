import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { enter, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { needing } from '../support/runner/needs.ts';
import type { PlayedMarkets } from '../support/stage/played-markets.ts';
import { shownItems, startShownMarkets } from '../support/stage/shown-markets.ts';

const { redline } = shownItems;
const thousand = 'https://steamcommunity.com/id/thousand';

needing('Chromium').describe('in a browser, holdings', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  const open: Visit[] = [];

  beforeAll(async () => {
    markets = await startShownMarkets();
    browser = await openBrowser();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  async function come(): Promise<Visit> {
    const visited = await visit(browser, markets.service.origin);
    open.push(visited);
    const { page } = visited;
    page.on('dialog', (dialog) => void dialog.accept());
    await enter(page, await markets.opened('/holdings'));
    await page.getByRole('heading', { name: 'Held' }).waitFor();
    return visited;
  }

  it('are recorded from a text, valued, sold and deleted', async () => {
    const { page, troubles } = await come();
    const text = page.getByLabel('CSV with a line of heads');
    await text.fill(
      `kind,game,name,quantity,price,date\nbuy,CS2,${redline},3,1,2026-01-31\nsell,CS2,${redline},1,5,2026-02-01`,
    );
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('2 transactions recorded.').waitFor();
    await page.locator('[aria-labelledby=held] .item-link', { hasText: redline }).waitFor();
    await page.locator('[aria-labelledby=sold]').getByText('+$4.00').waitFor();
    await page.locator('[aria-labelledby=value-by-day] canvas').first().waitFor();

    await text.fill(`name,quantity\n${redline},none`);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('line 2: quantity is "none"').waitFor();

    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No transaction has been recorded yet.').waitFor();
    await page.locator('[aria-labelledby=value-by-day]').waitFor({ state: 'detached' });
    expect(troubles.filter((one) => !one.includes('400'))).toEqual([]);
  });

  it('are taken over from a public inventory of 1,000 items, which says what it does not show', async () => {
    const { page, troubles } = await come();
    await page.getByLabel('Steam id, or address of the profile').fill(thousand);
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await page.getByText('Steam does not show: what was traded in the last ten days').waitFor();
    await page.getByRole('button', { name: 'Take over as purchases' }).click();
    await page.getByText('1,000 transactions recorded.').waitFor();
    await expect.poll(() => page.locator('.holdings-figures').textContent()).toContain('of 1,000 pieces');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing is held.').waitFor();
    expect(troubles).toEqual([]);
  });
});
