import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTape } from '../../client/src/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createCuttingProxy } from '../support/network/cutting-proxy.ts';
import { cellsOf, enter, itemAddress, openBrowser, visit } from '../support/processes/browser.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const redline = liquidNames.CS2;
const cutSeconds = extent({ short: 3, long: 20 });

needing('Chromium').describe('in a browser, without network', () => {
  let markets: PlayedMarkets;
  let browser: Browser;

  beforeAll(async () => {
    [markets, browser] = await Promise.all([
      startPlayedMarkets({ items: stageItems, atLeastSeconds: 5, config: { 'collect.games': ['CS2'] } }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  it(`for ${cutSeconds} seconds, item and tape say so, then continue with nothing missed`, async () => {
    const { service, key, world } = markets;
    const { port } = new URL(service.origin);
    const network = await createCuttingProxy(Number(port));
    const origin = `http://127.0.0.1:${network.port}`;
    const [item, tape] = await Promise.all([visit(browser, origin), visit(browser, origin)]);
    // A reader whose network is never cut
    const ending = new AbortController();
    const changed = new Set<string>();
    const direct = createTape({ url: service.origin, key });
    const mirror = direct.mirror({ games: 'CS2', items: redline });
    await mirror.ready;
    await enter(item.page, await markets.opened(itemAddress(redline)));
    await enter(tape.page, await markets.opened('/tape'));
    await item.page.waitForSelector('.offers tbody tr');
    await tape.page.getByText('Live ·').waitFor();

    const total = async (): Promise<number> => {
      const text = (await tape.page.locator('#tape-state').textContent()) ?? '';
      return Number(/([\d,]+) so far/.exec(text)?.[1]?.replaceAll(',', ''));
    };
    network.leadTo(null);
    network.cut();
    const listening = (async () => {
      for await (const { id } of direct.offers(
        { events: ['Added', 'Updated', 'Removed'] },
        { signal: ending.signal },
      )) {
        if (id !== undefined) changed.add(id);
      }
    })().catch(() => undefined);
    const backAt = Date.now() + cutSeconds * 1_000;
    await item.page.getByText('connection lost, trying again').waitFor();
    await tape.page.getByText('Connection lost, trying again').waitFor();
    // Messages under way when the cut came have been shown by now
    await wait(1_100);
    const before = await total();
    changed.clear();
    await until('enough seconds in which something changed', async () => {
      world.tick(Date.now());
      await wait(500);
      return Date.now() >= backAt && changed.size > 10;
    });
    const missed = changed.size;
    network.leadTo(Number(port));

    await tape.page.getByText('Live ·').waitFor();
    await item.page.getByText(/, live$/).waitFor();
    await until(
      'the tape to tell of every offer that changed meanwhile',
      async () => (await total()) - before >= missed,
    );
    expect(await tape.page.locator('#tape-state').textContent()).not.toContain('no longer kept');
    const expected = () =>
      [...mirror.offers()].map(({ data }) => `$${data.priceUSD.toFixed(2)}`.replace(/\B(?=(\d{3})+\.)/g, ',')).sort();
    let shown: readonly (string | undefined)[] = [];
    await until(
      'the item to show the current offers',
      async () => {
        const all = item.page.locator('[aria-labelledby=offers]').getByRole('button', { name: /^Show all/ });
        // Not with the mouse, under which rows stand still
        if ((await all.count()) > 0) await all.press('Enter');
        shown = (await cellsOf(item.page, '.offers tbody tr')).map(([price]) => price).sort();
        return shown.length > 0 && JSON.stringify(shown) === JSON.stringify(expected());
      },
      () => ({ shown: shown.length, expected: expected().length }),
    );

    ending.abort();
    mirror.stop();
    await listening;
    await Promise.all([item.close(), tape.close()]);
    network.close();
  });
});
