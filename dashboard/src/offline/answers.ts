import { signal } from '@preact/signals';
import { fetchNotingLimit } from '../limited.ts';

/** When the oldest answer was given that is shown because the service cannot be reached, in epoch milliseconds; null while it can. */
export const asOf = signal<number | null>(null);

/** Grows when the service answers again after stored answers were shown, so that views ask anew. */
export const returns = signal(0);

const cacheName = 'itemtape.answers';
const storedAtHeader = 'x-stored-at';
const maxBytes = 20 * 2 ** 20;
const maxAnswerBytes = 2 * 2 ** 20;
// What is asked every few seconds need not be written as often
const writeEveryMs = 15_000;

/** Only over https and at localhost. */
const storage: CacheStorage | undefined = globalThis.caches;

export const isStoring = storage !== undefined;

/** Bytes of the stored answers by URL, those stored longest ago first; null until they have been read. */
let sizes: Map<string, number> | null = null;
const writtenAt = new Map<string, number>();
let isWriting = Promise.resolve();

const open = (): Promise<Cache> | undefined => storage?.open(cacheName);

async function readSizes(cache: Cache): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const request of await cache.keys()) {
    const length = (await cache.match(request))?.headers.get('content-length');
    found.set(request.url, Number(length ?? 0));
  }
  return found;
}

async function write(url: string, body: ArrayBuffer | null): Promise<void> {
  const cache = await open();
  if (cache === undefined) return;
  // An answer that has not changed is as good as a new one
  const bytes = body ?? (await (await cache.match(url))?.arrayBuffer());
  if (bytes === undefined) return;
  sizes ??= await readSizes(cache);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.byteLength),
    [storedAtHeader]: String(Date.now()),
  };
  await cache.put(url, new Response(bytes, { headers }));
  sizes.delete(url);
  sizes.set(url, bytes.byteLength);
  let total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  for (const [oldest, size] of sizes) {
    if (total <= maxBytes) break;
    await cache.delete(oldest);
    sizes.delete(oldest);
    total -= size;
  }
}

const isAnswer = ({ status, headers }: Response): boolean =>
  status === 304 || (status === 200 && (headers.get('content-type') ?? '').startsWith('application/json'));

/** Stores an answer for the time without the service; a large one, and one stored moments ago, is left out. */
async function store(url: string, response: Response): Promise<void> {
  const now = Date.now();
  if (!isStoring || !isAnswer(response) || now - (writtenAt.get(url) ?? 0) < writeEveryMs) return;
  writtenAt.set(url, now);
  // Read here, as whoever asked ends the request once it has the answer
  const body = response.status === 304 ? null : await response.clone().arrayBuffer();
  if (body !== null && body.byteLength > maxAnswerBytes) return;
  // Without room nothing is stored
  isWriting = isWriting.then(() => write(url, body)).catch(() => {});
}

async function storedAnswer(url: string): Promise<Response | undefined> {
  const found = await (await open())?.match(url);
  if (found === undefined) return undefined;
  const at = Number(found.headers.get(storedAtHeader));
  asOf.value = Math.min(asOf.value ?? at, at);
  return found;
}

function noteAnswered(): void {
  if (asOf.value === null) return;
  asOf.value = null;
  returns.value += 1;
}

/** Sends a request; what cannot be asked is answered as it was last, if it was. */
export const fetchStoring: typeof fetch = async (input, init) => {
  const isRead = (init?.method ?? 'GET') === 'GET';
  const url = input instanceof Request ? input.url : String(input);
  try {
    const response = await fetchNotingLimit(input, init);
    noteAnswered();
    if (isRead) await store(url, response);
    return response;
  } catch (error) {
    const stored = isRead && init?.signal?.aborted !== true ? await storedAnswer(url) : undefined;
    if (stored === undefined) throw error;
    return stored;
  }
};

/** Forgets all answers. */
export async function forgetAnswers(): Promise<void> {
  sizes = null;
  writtenAt.clear();
  asOf.value = null;
  await isWriting;
  await storage?.delete(cacheName);
}
