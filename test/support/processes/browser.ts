import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { waitLimitMs } from '../runner/limits.ts';
import { programFor } from '../runner/needs.ts';
import { until } from '../time/until.ts';

/** A browser that makes no requests of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: programFor('Chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--renderer-process-limit=1',
    ],
  });

export type Visit = {
  readonly page: Page;
  /** What a page must not cause: errors in the console, failed requests, requests to any other host. */
  readonly troubles: string[];
  /** Bytes of each response as transferred, by path. */
  readonly sent: Map<string, number>;
  readonly close: () => Promise<void>;
};

// Tests of clusters add networks to this machine and remove them, and Chromium then gives up the requests that wait for a
// connection. The page sends them again.
const isOfNetworks = (text: string): boolean => text.endsWith('net::ERR_NETWORK_CHANGED');

const isOfBlocking = (text: string): boolean => text.startsWith('Service Worker registration blocked');

/** Opens a page in a new browser context, as for a first visit. */
export async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: origin,
    // Requests of pages that have one cannot be held back
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(waitLimitMs);
  const troubles: string[] = [];
  const sent = new Map<string, number>();
  page.on('console', (message) => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning';
    if (isTrouble && !isOfNetworks(message.text()) && !isOfBlocking(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) troubles.push(`other host: ${request.url()}`);
  });
  // The code of a page cannot send the request for itself again, but its visitor can
  page.on('requestfailed', (request) => {
    const isCode = request.resourceType() === 'script' || request.resourceType() === 'document';
    if (isCode && isOfNetworks(request.failure()?.errorText ?? '')) void page.reload().catch(() => {});
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
    const length = Number(response.headers()['content-length'] ?? 0);
    sent.set(new URL(response.url()).pathname, length);
  });
  return { page, troubles, sent, close: () => context.close() };
}

/** Opens a view by an address with a one-time token, and waits for its session: a browser that leaves the page before has none. */
export async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await until(
    'the session of a page',
    async () => (await page.context().cookies()).some(({ name }) => name.startsWith('itemtape-session')),
    () => page.url(),
  );
}

export const itemAddress = (name: string, game = 'CS2'): string => `/item?${new URLSearchParams({ game, name })}`;

/** The text of every cell, row by row. */
export const cellsOf = (page: Page, rows: string): Promise<string[][]> =>
  page
    .locator(rows)
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );

/** Holds back the page's matching requests until the returned function is called. */
export async function holdBack(page: Page, which: RegExp | ((address: URL) => boolean)): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(which, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Sends the page's matching requests in sequence, far enough apart that each answer is drawn before the next. */
export async function holdApart(page: Page, which: RegExp): Promise<void> {
  let before = Promise.resolve();
  await page.route(which, async (route) => {
    const mine = before.then(() => wait(100));
    before = mine;
    await mine;
    await route.continue();
  });
}

/** Follows a link of the menu of views that are about the service. */
export async function followInMenu(page: Page, name: string): Promise<void> {
  await page.locator('[popovertarget=service]').click();
  await page.locator('#service').getByRole('link', { name, exact: true }).click();
}

/** Chooses a currency as a visitor does, in the menu of what applies to all views. */
export async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await page.locator('[popovertarget=display]').click();
  await page.locator('#display').getByLabel('Currency').selectOption(currency);
  await page.keyboard.press('Escape');
}
