/** Stores the files of one build, so that the dashboard opens without the service. It never touches what is asked of the service. */

/** Of this build, set by the build. */
declare const builtFiles: readonly string[];
declare const buildId: string;

type Waiting = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
};
type NotificationClick = Waiting & { readonly notification: Notification };
type OpenClient = { readonly focus: () => Promise<unknown>; readonly postMessage: (message: unknown) => void };
type WorkerScope = {
  readonly addEventListener: <Kind>(name: string, take: (event: Kind) => void) => void;
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (which: { readonly type: 'window' }) => Promise<readonly OpenClient[]>;
    readonly openWindow: (address: string) => Promise<unknown>;
  };
};

const worker = self as unknown as WorkerScope;

const prefix = 'itemtape.shell.';
const answers = 'itemtape.answers';
// A service that does not answer in this time is as good as gone
const timeoutMs = 5_000;
const maxShells = 2;

/** Stores the files of this build, all or none: a page of another release would ask for other files. */
async function fill(): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' });
  const html = await page.clone().text();
  const named = html.match(/\/assets\/[\w.-]+/g) ?? [];
  if (!page.ok || named.some((file) => !builtFiles.includes(file))) throw new Error('the page is of another release');
  const shell = await caches.open(prefix + buildId);
  await shell.addAll(builtFiles);
  await shell.put('/', page);
}

/** Leaves the files of the build before for pages that still run, and no answers to it. */
async function tidy(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(prefix));
  if (shells.length > 1) await caches.delete(answers);
  const others = shells.filter((name) => name !== prefix + buildId);
  for (const name of others.slice(0, -(maxShells - 1))) await caches.delete(name);
}

async function storedPage(): Promise<Response> {
  const shell = await caches.open(prefix + buildId);
  return (await shell.match('/')) ?? Response.error();
}

/** The page of the service, so that a new release is there with the next load; the stored one if there is no answer. */
async function pageFor(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return await storedPage();
  }
}

const fileFor = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));

worker.addEventListener('install', (event: Waiting) => {
  event.waitUntil(fill().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event: Waiting) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event: Fetching) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // Their names contain a hash of their content
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/docs')) event.respondWith(pageFor(request));
});

async function showAddress(address: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await worker.clients.openWindow(address);
    return;
  }
  await open.focus();
  open.postMessage({ go: address });
}

worker.addEventListener('notificationclick', (event: NotificationClick) => {
  event.notification.close();
  event.waitUntil(showAddress(String(event.notification.data)));
});
