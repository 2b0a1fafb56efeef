import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { keepingSnapshots } from '../../../test/support/tape/snapshot-keeping.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';

const minute = 60_000;
const minRecords = 10;

describe('the keeper of snapshots', () => {
  let clock = 1_790_000_000_000;
  const now = () => clock;
  const rates = new ExchangeRates({ now });
  let book = new Book();
  let folder: ReturnType<typeof temporaryFolder>;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let keeping: Awaited<ReturnType<typeof keepingSnapshots>>;

  beforeEach(async () => {
    book = new Book();
    folder = temporaryFolder();
    publishing = await openPublishing({ book, now });
    keeping = await keepingSnapshots(book, publishing, { folder: `${folder.path}/kept`, rates, now, minRecords });
    for (const marketplaceId of [1, 2, 5]) await offer(marketplaceId, 200);
    await keeping.keeper.run();
  });
  afterEach(async () => {
    await publishing.close();
    folder.remove();
  });

  /** Puts offers on sale, each of an item of its own. */
  const offer = async (marketplaceId: number, count: number) => {
    const from = book.parts().length * 1_000 + publishing.tape.head;
    const offers = Array.from({ length: count }, (_, at) =>
      pricedOffer(`${from + at}`, 2_000, { name: `Case ${from + at}` }),
    );
    publishing.publisher.publish(book.apply(offers, { marketplaceId, source: 'events', at: now() }));
    await publishing.recorder.flush();
  };
  const files = (): Record<string, string> =>
    Object.fromEntries((keeping.snapshots.newest?.files ?? []).map(({ part, name }) => [part, name]));
  /** The parts that have another file than before. */
  const rewritten = (before: Record<string, string>): string[] =>
    Object.entries(files())
      .flatMap(([part, name]) => (before[part] === name ? [] : [part]))
      .sort();

  it('writes all parts first, and nothing while nothing is published', async () => {
    expect(Object.keys(files()).sort()).toEqual(['1-CS2', '2-CS2', '5-CS2', 'CS2', 'service']);
    const { newest } = keeping.snapshots;
    await keeping.keeper.run();
    clock += 20 * minute;
    await keeping.keeper.run();
    expect(keeping.snapshots.newest).toBe(newest);
  });

  it('writes a part again once a third of it would be replayed, and what only memory knows', async () => {
    const before = files();
    await offer(2, 2);
    await keeping.keeper.run();
    expect(files()).toEqual(before);
    await offer(2, 100);
    await keeping.keeper.run();
    expect(rewritten(before)).toEqual(['2-CS2', 'CS2', 'service']);
  });

  it('says of parts of which nothing was published that they are as new as the snapshot', async () => {
    await offer(2, 100);
    await keeping.keeper.run();
    const { newest } = keeping.snapshots;
    expect(new Set(newest?.files.map(({ sequence }) => sequence))).toEqual(new Set([publishing.tape.head]));
  });

  it('does not let ten minutes pass without one while anything is published', async () => {
    const before = files();
    await offer(2, 1);
    clock += 10 * minute;
    await keeping.keeper.run();
    expect(rewritten(before)).toEqual(['CS2', 'service']);
  });

  it('writes at a stop whatever has changed, as far as the time allows', async () => {
    const before = files();
    await offer(2, 1);
    await keeping.keeper.stop(0);
    expect(files()).toEqual(before);
    await keeping.keeper.stop(minute);
    expect(rewritten(before)).toEqual(['2-CS2', 'CS2', 'service']);
  });

  it('writes all parts again in a new epoch of the tape', async () => {
    const before = files();
    await publishing.tape.renew(publishing.tape.head + 1);
    await keeping.keeper.run();
    expect(rewritten(before)).toEqual(Object.keys(before).sort());
    expect(keeping.snapshots.newest?.epoch).toBe(publishing.tape.epoch);
  });

  it('writes nothing of a book that may be wrong', async () => {
    const before = files();
    await offer(2, 100);
    keeping.keeper.distrust();
    await keeping.keeper.run();
    await keeping.keeper.stop(minute);
    expect(files()).toEqual(before);
  });

  it('keeps the former one where a write fails, and tries again', async () => {
    const { newest } = keeping.snapshots;
    await offer(2, 100);
    rmSync(`${folder.path}/kept`, { recursive: true });
    writeFileSync(`${folder.path}/kept`, 'in the way');
    await keeping.keeper.run();
    expect(keeping.snapshots.newest).toBe(newest);
    expect(keeping.warned).toEqual(['snapshot not written; the previous one stays']);
  });

  it('is written again by a run that comes while one is under way only once', async () => {
    await offer(2, 100);
    const running = keeping.keeper.run();
    expect(keeping.keeper.run()).toBe(running);
    await running;
  });
});
