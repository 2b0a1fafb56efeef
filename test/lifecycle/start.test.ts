import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { Recorder } from '../../src/tape/recorder.ts';
import { snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../src/tape/tape-folder.ts';
import { freePort } from '../support/network/free-port.ts';
import { createKey, killAll, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { pricedOffer } from '../support/stream/stream-rig.ts';
import { keepingSnapshots } from '../support/tape/snapshot-keeping.ts';

const folder = testFolder('start');
const nowhere = 'http://127.0.0.1:9';
const name = 'AK-47 | Slate (Field-Tested)';
const [small, large] = [marketplaceWithSlug('skinport'), marketplaceWithSlug('csfloat')];
type Compared = { readonly marketplaces: readonly { readonly offerCount: number }[] };

const largeCount = 200_000;

beforeAll(async () => {
  const { now } = systemClock;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const room = { keepMs: 86_400_000, keepBytes: 2 ** 30 };
  const tape = await openFileTape({ folder: tapeFolder(folder), ...room, hasFsync: false, now });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log });
  const book = new Book();
  const offersOf = (marketplaceId: number, count: number) => {
    const offers = Array.from({ length: count }, (_, at) => pricedOffer(String(at), 5_120, { name }));
    book.apply(offers, { marketplaceId, source: 'test', at: now() });
  };
  offersOf(small.id, 1);
  offersOf(large.id, largeCount);
  const publishing = { tape, recorder, sales: createSaleDedup(now) };
  const stored = { folder: snapshotFolder(folder), rates: new ExchangeRates({ now }), now };
  const { keeper } = await keepingSnapshots(book, publishing, stored);
  await keeper.stop(60_000);
  await recorder.close();
  await tape.close();
});
afterAll(killAll);

/** What a request for all marketplaces and one for the small one are answered with, in sequence, while the service starts. */
async function stagesOfStart(key: string) {
  const port = await freePort();
  const only = { COLLECT_ONLY: `${small.slug},${large.slug}`, HTTP_PORT: String(port) };
  const service = serve({ folder, relay: nowhere, environment: only });
  const ask = async (path: string, query: Record<string, string>) => {
    const address = `http://127.0.0.1:${port}${path}?${new URLSearchParams({ game: 'CS2', name, ...query })}`;
    const answer = await fetch(address, { headers: { 'x-api-key': key } }).catch(() => null);
    return answer === null ? null : { status: answer.status, body: await answer.json() };
  };
  const seen: string[] = [];
  while (!seen.at(-1)?.startsWith('200 200')) {
    const ofAll = await ask('/v2/items/compare', {});
    const ofSmall = await ask('/v2/items', { marketplace: small.slug });
    if (ofSmall?.status === 200) expect(ofSmall.body).toMatchObject({ offerCount: 1, priceUSD: 5.12 });
    const { marketplaces } = ofAll?.status === 200 ? (ofAll.body as Compared) : { marketplaces: null };
    if (marketplaces !== null) expect(marketplaces.map(({ offerCount }) => offerCount).sort()).toEqual([1, largeCount]);
    seen.push(`${ofAll?.status} ${ofSmall?.status}`);
    await wait(5);
  }
  return { service, stages: seen.filter((one, at) => one !== seen[at - 1]) };
}

it('a marketplace that is already restored is served while another is still being restored', async () => {
  const key = await createKey(folder);
  const inBetween = '503 200';
  let { service, stages } = await stagesOfStart(key);
  // A process that gets no processor time at that moment asks too late
  for (let starts = 1; starts < 5 && !stages.includes(inBetween); starts += 1) {
    await service.stop('SIGKILL');
    ({ service, stages } = await stagesOfStart(key));
  }

  // Before that, the service does not answer, or nothing is restored
  expect(stages).toContain(inBetween);
  expect(stages.slice(stages.indexOf(inBetween))).toEqual([inBetween, '200 200']);
  expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});
