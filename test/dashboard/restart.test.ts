import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { freePort } from '../support/network/free-port.ts';
import { enter, itemAddress, openBrowser, visit } from '../support/processes/browser.ts';
import { killAll, playedCredentials, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const folder = testFolder('restart');

needing('Chromium').describe('in a browser, a service that is killed and started again', () => {
  let world: World;
  let stage: Stage;
  let browser: Browser;
  let port: number;

  beforeAll(async () => {
    world = createWorld({ seed: 7, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
    [browser, port] = await Promise.all([openBrowser(), freePort()]);
  });
  afterEach(killAll);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const start = (): ServedProcess =>
    serve({
      folder,
      relay: stage.origin,
      environment: {
        ...playedCredentials(),
        COLLECT_ONLY: 'skinport,dmarket',
        COLLECT_GAMES: 'CS2',
        HTTP_PORT: String(port),
      },
    });

  it('is followed by all tabs without a reload, on the same sign-in', async () => {
    const first = start();
    const dashboard: string = JSON.parse(await first.line((line) => line.includes('#token='))).dashboard;
    const { page, close } = await visit(browser, new URL(dashboard).origin);
    await enter(page, `/tape${new URL(dashboard).hash}`);
    const [{ name } = { name: '' }] = fewItems.CS2;
    const item = await page.context().newPage();
    await item.goto(itemAddress(name));
    const tabs = [page.getByText('Live ·'), item.getByText(/, live$/)];
    await Promise.all(tabs.map((live) => live.waitFor()));
    const marks = [page, item].map((tab) => tab.evaluate('globalThis.isTheSamePage = true'));
    await Promise.all(marks);

    await first.stop('SIGKILL');
    await page.getByText('Connection lost, trying again').waitFor();
    const second = start();
    await second.origin;
    await Promise.all(tabs.map((live) => live.waitFor()));
    const total = async () =>
      Number(/([\d,]+) so far/.exec((await page.locator('#tape-state').textContent()) ?? '')?.[1]?.replaceAll(',', ''));
    const before = await total();
    await until('the tape to move on', async () => {
      world.tick(Date.now());
      await wait(500);
      return (await total()) > before;
    });
    for (const tab of [page, item]) expect(await tab.evaluate('globalThis.isTheSamePage')).toBe(true);
    await close();
  });
});
