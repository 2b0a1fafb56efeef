import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { allOf } from '../../../test/support/book/all-of.ts';
import { publishChanges } from '../../../test/support/stream/publish.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';
import { createSeededRandom } from '../../stage/market/seeded-random.ts';
import { priceText } from '../wire/price.ts';

type Row = {
  readonly name: string;
  readonly itemPhase: string | null;
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
  readonly bid: number | null;
};

const opened: ServedStream[] = [];

async function serve(): Promise<ServedStream> {
  const served = await serveStream();
  opened.push(served);
  return served;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

const ask = (served: ServedStream, query: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${served.port}/tape/${query}`, { headers: { 'x-api-key': served.key, ...headers } });

const rowsOf = async (response: Response): Promise<Row[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const positionOf = ({ headers }: Response): string =>
  `${headers.get('x-tape-epoch')}:${headers.get('x-tape-sequence')}`;

const keyOf = ({ marketplace, name, itemPhase }: Pick<Row, 'marketplace' | 'name' | 'itemPhase'>) =>
  `${marketplace}/${name}/${itemPhase}`;

/** The part of a row that deltas of the channel `prices` maintain. */
class PriceCopy {
  readonly rows = new Map<string, string>();

  take(row: Pick<Row, 'marketplace' | 'name' | 'itemPhase' | 'price' | 'offerCount'>): void {
    if (row.price === null && row.offerCount === 0) this.rows.delete(keyOf(row));
    else this.rows.set(keyOf(row), `${row.price} ${row.offerCount}`);
  }

  get hash(): string {
    return createHash('sha256')
      .update(JSON.stringify([...this.rows].sort(([a], [b]) => (a < b ? -1 : 1))))
      .digest('hex');
  }
}

async function follow(served: ServedStream, stored: PriceCopy, after: string): Promise<string> {
  const response = await ask(served, `changes?games=CS2&channels=prices&after=${after}`);
  const lines = (await response.text()).trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line));
  for (const { type, marketplace, data } of messages)
    if (type === 'price') stored.take({ ...data, marketplace, price: data.priceUSD });
  const { epoch, sequence } = messages.at(-1);
  return `${epoch}:${sequence}`;
}

const phases = [null, 'Ruby', 'Phase 2'] as const;

/** Adds, changes and removes some offers on three marketplaces. */
function stir(served: ServedStream, random: ReturnType<typeof createSeededRandom>, round: number): void {
  for (let at = 0; at < 40; at += 1) {
    const marketplaceId = 1 + Math.floor(random.of(round, at, 1) * 3);
    const number = Math.floor(random.of(round, at, 2) * 60);
    const more = { name: `Item ${number % 12}`, phase: phases[number % phases.length] ?? null };
    served.put([pricedOffer(`o${number}`, 500 + Math.floor(random.of(round, at, 3) * 9_000), more)], marketplaceId);
  }
  const id = 1 + (round % 3);
  publishChanges(
    served.hub,
    allOf(
      served.book.sweep({
        marketplaceId: id,
        game: 'CS2',
        kinds: ['offer'],
        seenBefore: Date.now() - 20,
        at: Date.now(),
      }),
    ),
  );
}

const allPublished = (served: ServedStream) => holds(() => served.hub.served === served.hub.log.head, 'all to be told');

describe('the whole price list', () => {
  it('can be kept up to date by deltas, so that its hash equals that of a later list', async () => {
    const served = await serve();
    const random = createSeededRandom(11);
    stir(served, random, 0);
    await allPublished(served);
    const first = await ask(served, 'prices?game=CS2&format=ndjson');
    const stored = new PriceCopy();
    for (const row of await rowsOf(first)) stored.take(row);
    let position = positionOf(first);
    for (let round = 1; round <= 30; round += 1) {
      stir(served, random, round);
      await allPublished(served);
      position = await follow(served, stored, position);
      const later = await ask(served, 'prices?game=CS2&format=ndjson');
      const whole = new PriceCopy();
      for (const row of await rowsOf(later)) whole.take(row);

      expect(stored.hash, `round ${round}`).toBe(whole.hash);
      expect(whole.rows.size).toBeGreaterThan(10);
    }
  });

  it('is as of the request, whatever changes while it is read', async () => {
    const served = await serve();
    const names = Array.from(
      { length: 20_000 },
      (_, at) => `Item ${at} of a name that is rather long, so that much is told`,
    );
    for (const id of [1, 2, 3])
      served.put(
        names.map((name, at) => pricedOffer(`${id}-${at}`, 1_000 + at, { name })),
        id,
      );
    const request = get(`http://127.0.0.1:${served.port}/tape/prices?game=CS2&format=ndjson`, {
      headers: { 'x-api-key': served.key },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // The rest is read only after the last marketplace has changed completely
    served.put(
      names.map((name, at) => pricedOffer(`3-${at}`, 9_000_000, { name })),
      3,
    );
    served.put([pricedOffer('new', 5, { name: 'Something new' })], 3);
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    const rows: Row[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(rows).toHaveLength(3 * names.length);
    expect(rows.every(({ name, price }) => price === Number(priceText(1_000 + Number(name.split(' ')[1]))))).toBe(true);
    const [next] = await rowsOf(await ask(served, 'prices?game=CS2&format=ndjson&marketplaces=3'));
    expect(next?.price).toBe(9_000);
  });

  it('has the same rows as JSON, NDJSON and CSV', async () => {
    const served = await serve();
    served.put([pricedOffer('a', 1_234, { name: 'Sticker, "Gold"' }), pricedOffer('b', 900, { phase: 'Ruby' })], 2);
    await allPublished(served);
    const json = JSON.parse(await (await ask(served, 'prices?game=CS2')).text());
    const lines = await rowsOf(await ask(served, 'prices?game=CS2&format=ndjson'));
    const response = await ask(served, 'prices?game=CS2&format=csv');
    const csv = await response.text();

    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(json).toMatchObject({ game: 'CS2', currency: 'USD', epoch: 'served', sequence: served.hub.log.head });
    expect(json.prices).toEqual(lines);
    expect(lines.map(keyOf).sort()).toEqual(
      [
        'CSFloat/AK-47 | Redline (Field-Tested)/Ruby',
        'CSFloat/AK-47 | Redline (Field-Tested)/null',
        'CSFloat/Sticker, "Gold"/null',
      ].sort(),
    );
    const [, seen = ''] = /^"Sticker, ""Gold""",,CSFloat,1\.23,1,,0,([^,]+Z),\r$/m.exec(csv) ?? [];
    expect(Math.floor(Date.parse(seen) / 1000)).toBe(json.prices[0].seenAt);
    expect(lines.every((row) => 'currency' in row && row.currency === 'USD')).toBe(true);
    expect(
      csv.startsWith('name,itemPhase,marketplace,priceUSD,offerCount,bidUSD,buyOrderCount,seenAt,unusualEffect\r\n'),
    ).toBe(true);
  });

  it('is 304 by its ETag until something changes, and compressed as requested', async () => {
    const served = await serve();
    served.put([pricedOffer('a', 1_234)], 2);
    await allPublished(served);
    const first = await ask(served, 'prices?game=CS2');
    const text = await first.text();
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ask(served, 'prices?game=CS2', known)).status).toBe(304);
    expect((await ask(served, 'prices?game=CS2&currency=EUR', known)).status).toBe(200);
    for (const [coding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const request = get(`http://127.0.0.1:${served.port}/tape/prices?game=CS2`, {
        headers: { 'x-api-key': served.key, 'accept-encoding': coding },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      expect(response.headers['content-encoding']).toBe(coding);
      expect(unpack(Buffer.concat(pieces)).toString()).toBe(text);
    }
    served.put([pricedOffer('a', 1_235_000)], 2);
    await allPublished(served);
    expect((await ask(served, 'prices?game=CS2', known)).status).toBe(200);
  });

  /** Lists whose readers take nothing yet. */
  async function takeSlots(served: ServedStream, count: number): Promise<readonly IncomingMessage[]> {
    const lists: IncomingMessage[] = [];
    for (let left = count; left > 0; left -= 1) {
      const request = get(`http://127.0.0.1:${served.port}/tape/prices?game=CS2`, {
        headers: { 'x-api-key': served.key },
      });
      request.on('error', () => {});
      lists.push(...((await once(request, 'response')) as [IncomingMessage]));
    }
    return lists;
  }

  async function takeAllSlots(served: ServedStream): Promise<readonly IncomingMessage[]> {
    const names = Array.from(
      { length: 20_000 },
      (_, at) => `Item ${at} of a name that is rather long, so that much is told`,
    );
    for (const id of [1, 2, 3])
      served.put(
        names.map((name, at) => pricedOffer(`${id}-${at}`, 1_000, { name })),
        id,
      );
    return await takeSlots(served, 4);
  }

  it('is sent to a few readers at once, and frees its slot with the connection', async () => {
    const served = await serve();
    const lists = await takeAllSlots(served);
    const refused = await ask(served, 'prices?game=CS2');
    expect([refused.status, JSON.parse(await refused.text()).code]).toEqual([429, 'TOO_MANY_CONNECTIONS']);
    for (const list of lists) list.on('error', () => {}).destroy();
    const deadline = Date.now() + 60_000;
    let status = 429;
    while (status === 429 && Date.now() < deadline) {
      const response = await ask(served, 'prices?game=Rust');
      ({ status } = response);
      await response.text();
    }
    expect(status).toBe(200);
  });

  it('is cut off after two minutes if another reader needs the slot, the oldest first', async () => {
    const served = await serve();
    const lists = await takeAllSlots(served);
    const real = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => real() + 120_000);
    onTestFinished(() => later.mockRestore());
    const first = await ask(served, 'prices?game=Rust');
    await first.text();
    const [next] = await takeSlots(served, 1);
    const second = await ask(served, 'prices?game=Rust');
    await second.text();
    const isWhole: boolean[] = [];
    for (const list of lists) {
      await new Promise((resolve) =>
        list
          .on('error', () => {})
          .once('close', resolve)
          .resume(),
      );
      isWhole.push(list.complete);
    }
    next?.destroy();

    expect([first.status, second.status, isWhole]).toEqual([200, 200, [false, false, true, true]]);
  });
});
