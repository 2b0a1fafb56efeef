import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

const help = `Photographs the dashboard of a demo that it starts, or of a service that runs.

  npm run pictures                    writes the pictures of the documentation, docs/images/*.webp
  npm run pictures -- --to FOLDER     every view at 390 and 1,440 pixels, light and dark, as PNG files

  --address URL    what \`itemtape dashboard\` prints for a service that runs; starts no demo then
  --only a,b       these views alone
  --widths 390,768 other widths
`;

const item = (name: string): string => `/item?${new URLSearchParams({ game: 'CS2', name })}`;

const views: Readonly<Record<string, string>> = {
  home: '/',
  search: '/?q=redline',
  deals: '/deals',
  ratio: '/ratio?game=CS2',
  offers: '/offers',
  item: item('AK-47 | Redline (Field-Tested)'),
  variants: item('★ Bowie Knife | Doppler (Minimal Wear)'),
  tape: '/tape',
  holdings: '/holdings',
  sources: '/sources',
  status: '/status',
  alerts: '/alerts',
  keys: '/keys',
  settings: '/settings',
  docs: '/docs/v2-items',
  design: '/design',
};

const looks = ['light', 'dark'] as const;
type Look = (typeof looks)[number];

/** Pictures of the documentation: a view in a look, as the first screen shows it. */
const documented: readonly { readonly view: string; readonly look: Look; readonly height: number }[] = [
  { view: 'item', look: 'dark', height: 1_000 },
  { view: 'deals', look: 'dark', height: 800 },
  { view: 'design', look: 'light', height: 1_600 },
];

const maxHeight = 3_000;
// Until the simulated marketplaces have filled the lists
const fillingMs = 60_000;
const settlingMs = 2_500;

/** The first one of these browsers in the path. */
function findChromium(): string {
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome'];
  const found = names.map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim());
  const first = found.find((path) => path !== '');
  if (first === undefined) throw new Error(`none of ${names.join(', ')} is in the path`);
  return first;
}

type Demo = { readonly address: string; readonly process: ChildProcess | null };

/** Starts a demo of one game and waits for the address of its dashboard. */
async function startDemo(): Promise<Demo> {
  const flags = ['demo', '--stage-items', '100', '--collect-games', 'CS2', '--http-port', '7498'];
  const started = spawn(process.execPath, [join('dist', 'main.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: started.stdout });
  for await (const line of lines) {
    const [, address] = line.match(/Dashboard\s+(http\S+)/) ?? [];
    if (address === undefined) continue;
    started.stdout.resume();
    await wait(fillingMs);
    return { address, process: started };
  }
  throw new Error('the demo ended before it was ready');
}

/** Opens a view and waits until it has stopped loading, or for twenty seconds. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main').waitFor();
  const isLoading = `[...document.querySelectorAll('main .skeleton, main .plot:empty')].length > 0 ||
    document.querySelector('main').textContent.includes('Looking…')`;
  for (let turn = 0; turn < 40 && (await page.evaluate<boolean>(isLoading)); turn += 1) await wait(500);
  await wait(settlingMs);
}

// Of the demo's first purchase to its last sale
const recordedDays = 60;

/** Records something that the demo's operator owns and has sold. */
async function recordHoldings(page: Page): Promise<void> {
  const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  const traded = [
    ['buy', 'AK-47 | Redline (Field-Tested)', 12, 21.5, recordedDays],
    ['sell', 'AK-47 | Redline (Field-Tested)', 4, 29.9, 20],
    ['buy', '★ Bowie Knife | Doppler (Minimal Wear)', 1, 180, 40],
    ['buy', 'AK-47 | Redlin (Field-Tested)', 1, '', 3],
  ];
  const lines = traded.map(([kind, name, quantity, price, before]) =>
    ['CS2', kind, name, quantity, price, day(Number(before))].join(','),
  );
  await page.goto('/holdings');
  await page.locator('#record ~ label textarea').fill(['game,kind,name,quantity,price,date', ...lines].join('\n'));
  await page.locator('form[aria-labelledby=record] button[type=submit]').click();
  await page.locator('[role=status]').first().waitFor();
}

/** The page from its top, as far as it reaches or to a maximum; what stays at the bottom of the screen is at its end. */
async function photographWhole(page: Page): Promise<Buffer> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...size, height: Math.min(Math.max(whole, size.height), maxHeight) });
  await wait(300);
  const picture = await page.screenshot();
  await page.setViewportSize(size);
  return picture;
}

/** Encodes a PNG anew, which the browser does as well as any other program. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encode = `(async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
    const made = new Uint8Array(await blob.arrayBuffer());
    let binary = '';
    for (const byte of made) binary += String.fromCharCode(byte);
    return btoa(binary);
  })('${png.toString('base64')}')`;
  return Buffer.from(await page.evaluate<string>(encode), 'base64');
}

type Task = { readonly page: Page; readonly chosen: readonly string[]; readonly widths: readonly number[] };

async function photographAll({ page, chosen, widths }: Task, folder: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    for (const name of chosen) {
      await show(page, views[name] ?? '/');
      for (const look of looks) {
        await page.emulateMedia({ colorScheme: look });
        await wait(300);
        writeFileSync(join(folder, `${name}-${width}-${look}.png`), await photographWhole(page));
      }
      process.stdout.write(`${name} at ${width}\n`);
    }
  }
}

async function photographDocumented(page: Page): Promise<void> {
  for (const { view, look, height } of documented) {
    await page.emulateMedia({ colorScheme: look });
    await page.setViewportSize({ width: 1_440, height });
    await show(page, views[view] ?? '/');
    const path = join('docs', 'images', `${view}.webp`);
    writeFileSync(path, await asWebp(page, await page.screenshot()));
    process.stdout.write(`${path}\n`);
  }
}

async function run(browser: Browser, { address, process: demo }: Demo): Promise<void> {
  const { to, only, widths } = values;
  const context = await browser.newContext({ baseURL: new URL(address).origin, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('link').first().waitFor();
  await wait(settlingMs);
  if (to === undefined) return await photographDocumented(page);
  mkdirSync(to, { recursive: true });
  const chosen = only?.split(',') ?? Object.keys(views);
  if (demo !== null && chosen.includes('holdings')) await recordHoldings(page);
  await photographAll({ page, chosen, widths: widths.split(',').map(Number) }, to);
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    to: { type: 'string' },
    address: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '390,1440' },
  },
});

if (values.help) process.stdout.write(help);
else {
  const demo = values.address === undefined ? await startDemo() : { address: values.address, process: null };
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await run(browser, demo);
  } finally {
    await browser.close();
    if (demo.process !== null) {
      demo.process.kill('SIGINT');
      await once(demo.process, 'exit');
    }
  }
}
