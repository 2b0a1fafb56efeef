import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axe, barriers, type Judged } from '../support/processes/axe.ts';
import { enter, itemAddress, openBrowser, type Visit, visit } from '../support/processes/browser.ts';
import { readJson } from '../support/processes/served-process.ts';
import { longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import type { PlayedMarkets } from '../support/stage/played-markets.ts';
import { shownItems, startShownMarkets } from '../support/stage/shown-markets.ts';

const { redline, doppler } = shownItems;

const views = {
  home: '/',
  deals: '/deals',
  ratio: '/ratio?game=CS2',
  offers: '/offers?min=0&below=0',
  search: '/?q=redline',
  item: itemAddress(redline),
  doppler: itemAddress(doppler),
  candles: `${itemAddress(redline)}&chart=candles&interval=5m`,
  tape: '/tape',
  below: '/tape?below=1',
  holdings: '/holdings',
  sources: '/sources?open=skinport',
  status: '/status',
  alerts: '/alerts',
  keys: '/keys',
  settings: '/settings',
  design: '/design',
} as const;

// The last of each is the one at which the next view is judged
const looks = [
  {
    name: 'dark and light',
    schemes: ['dark', 'light'],
    options: {},
    sizes: [
      [768, 1_024],
      [2_560, 1_440],
      [1_440, 900],
    ],
  },
  {
    name: 'phone',
    schemes: ['light', 'dark'],
    options: { viewport: { width: 360, height: 780 }, isMobile: true },
    sizes: [
      [390, 844],
      [360, 780],
    ],
  },
] as const;

// Together these views show most of the page's texts
const spoken = [
  'home',
  'deals',
  'offers',
  'doppler',
  'candles',
  'tape',
  'sources',
  'status',
  'alerts',
  'keys',
  'ratio',
  'search',
  'settings',
  'design',
] as const;

const tongues = [
  { locale: 'zh-CN', lang: 'zh-Hans', letters: '\\p{Script=Han}', nav: '搬砖', count: '件饰品' },
  { locale: 'ru-RU', lang: 'ru', letters: '\\p{Script=Cyrillic}', nav: 'Сделки', count: 'предмет' },
] as const;

/** These views are each read in one language, or in every language at full length. */
const spokenIn = (tongue: (typeof tongues)[number]) =>
  spoken.filter((_, at) => longRun || at % tongues.length === tongues.indexOf(tongue));

// Names that are the same in every language, and texts from outside; those that say where terms come from are left out
const names =
  /^(?:★ .*|Itemtape|English|CSV|Ctrl K|Enter|Esc|debug|info|warn|error|silent|.* Case|[a-z]\w*(?:\.\w+)+|USD|EUR|CNY|RUB|CS2|Dota2|Rust|TF2|Webhook|Discord|Slack|Telegram|ntfy|Phase \d|Ruby|Sapphire|Black Pearl|Emerald|https:.*|steam:.*|\/v2.*|.* \| .*)$/;

/** Texts without a letter of the language: headings, labels, buttons and texts for screen readers. */
const textIn = (letters: string) => `(() => {
  const said = [...document.querySelectorAll('h1, h2, legend, label > span, thead th, button, summary, nav a, .empty, dt, option, dd.words')]
    .map((element) => element.textContent);
  const told = ['aria-label', 'placeholder', 'title', 'data-label'].flatMap((name) =>
    [...document.querySelectorAll('[' + name + ']:not(.terms *)')].map((element) => element.getAttribute(name)));
  return [...new Set([...said, ...told])]
    .map((text) => text.trim())
    .filter((text) => /[a-z]{2}/i.test(text) && !/${letters}/u.test(text));
})()`;

const rows = 'main :is(tbody tr, .tape, .found li)';
/** What a view shows once it is loaded; the operator owns nothing. */
const contentOf = (address: string): string => (address === '/holdings' ? 'main form button[type=submit]' : rows);

// On a phone, the inner width grows with elements that are too wide
const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

needing('Chromium').describe('in a browser, every view of the dashboard', () => {
  let markets: PlayedMarkets;
  let browser: Browser;
  const open: Visit[] = [];

  const come = async (address: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> => {
    const visited = await visit(browser, markets.service.origin, options);
    open.push(visited);
    await enter(visited.page, await markets.opened(address));
    return visited;
  };

  beforeAll(async () => {
    [markets, browser] = await Promise.all([startShownMarkets(), openBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await browser?.close();
    await markets?.close();
  });

  describe.each(looks)('in $name', ({ options, schemes, sizes }) => {
    // One visitor for all views: opening a session takes longer than viewing one
    let visitor: Visit;
    beforeAll(async () => {
      visitor = await visit(browser, markets.service.origin, options);
      await enter(visitor.page, await markets.opened('/sources'));
      await visitor.page.waitForSelector('[data-marketplace]');
    });
    afterAll(() => visitor?.close());

    it.each(Object.entries(views))('shows %s without error, foreign request or barrier', async (_, address) => {
      const { page, troubles } = visitor;
      // As it is from the start, not as it is once it was another
      await page.emulateMedia({ colorScheme: schemes[0] });
      await page.goto(address);
      await page.waitForSelector(contentOf(address));
      await page.getByText('All data here is simulated.').waitFor();
      if (address.startsWith('/item')) await page.waitForSelector('.plot');
      // The policy of the page lets no foreign script in; the debugger may still run one
      await page.evaluate(axe);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        // Another look is other colours; of what passes nothing is read but the names
        const only =
          colorScheme === schemes[0]
            ? "rules: { 'target-size': { enabled: true } }, "
            : "runOnly: ['color-contrast'], ";
        const judged: Judged = await page.evaluate(`axe.run({ ${only}resultTypes: ['violations'] })`);
        expect(barriers(judged).join('\n')).toBe('');
        expect(judged.passes.map(({ id }) => id)).toContain('color-contrast');
      }
      expect(troubles.splice(0).join('\n')).toBe('');
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        expect(await page.evaluate(isTooWide), `too wide at ${width} pixels`).toBe(false);
      }
    });
  });

  describe.each(tongues)('in the language of a browser in $locale', (tongue) => {
    const { locale, lang, letters, nav, count } = tongue;
    let visitor: Visit;
    beforeAll(async () => {
      const phone = { viewport: { width: 360, height: 780 }, isMobile: true };
      visitor = await visit(browser, markets.service.origin, { ...phone, locale });
      await enter(visitor.page, await markets.opened('/sources'));
      await visitor.page.waitForSelector('[data-marketplace]');
    });
    afterAll(() => visitor?.close());

    it.each(spokenIn(tongue))(
      'shows %s in that language, without accessibility violations and within the width of a phone',
      async (view) => {
        const { page, troubles } = visitor;
        await page.goto(views[view]);
        await page.waitForSelector(rows);
        await page.getByRole('link', { name: nav, exact: true }).waitFor();
        if (views[view].startsWith('/item')) await page.waitForSelector('.plot');
        expect(await page.evaluate('document.documentElement.lang')).toBe(lang);
        const untranslated = await page.evaluate<string[]>(textIn(letters));
        const known = await readJson(`${markets.service.origin}/v2/marketplaces`, markets.key);
        const isName = (text: string) =>
          names.test(text) || known.some(({ marketplace }: { marketplace: string }) => text.includes(marketplace));
        expect(untranslated.filter((text) => !isName(text))).toEqual([]);
        await page.evaluate(axe);
        // The colours are those of English, and need not be checked again
        const judged: Judged = await page.evaluate(
          "axe.run({ resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })",
        );
        expect(barriers(judged)).toEqual([]);
        expect(troubles.splice(0)).toEqual([]);
        expect(await page.evaluate(isTooWide)).toBe(false);
      },
    );

    it('shows all figures of the marketplaces side by side on a desktop', async () => {
      const { page } = await come(itemAddress(redline), { locale });
      const table = page.locator('[aria-labelledby=marketplaces] .table-region');
      await table.locator('tbody tr').first().waitFor();

      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });

    it('keeps another chosen language over reloads', async () => {
      const { page } = visitor;
      await page.goto('/?q=redline');
      await page.locator('main [role=status]', { hasText: count }).waitFor();
      await page.locator('[popovertarget=display]').click();
      await page.locator('.choices select').last().selectOption('en');
      await page.getByRole('link', { name: 'Deals', exact: true }).waitFor();
      await page.reload();
      await page.getByText(/^\d+ items?$/).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    });
  });
});
