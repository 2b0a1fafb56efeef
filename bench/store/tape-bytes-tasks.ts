import { Book } from '../../src/book/book.ts';
import type { Change, NormalOffer } from '../../src/schema/index.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { LineWriter } from '../../src/tape/line-writer.ts';
import { packRecord } from '../../src/tape/pack.ts';
import type { TapeRecord } from '../../src/tape/record.ts';
import { createRandom, madeUpNames, madeUpOffer, pricesOf } from '../made-up/made-up-items.ts';

const offerCount = 60_000;
const nameCount = 6_000;
const marketplaceCount = 20;
const steps = 200_000;
const stepMs = 0.5;
// As many as wait together in busy times
const changesPerBatch = 5_000;
const begin = Date.UTC(2026, 0, 1);

export type ChangeSizes = {
  readonly changes: number;
  /** Bytes per change. */
  readonly tape: number;
  readonly json: number;
};

const stampOf = (marketplaceId: number, at: number) => ({ marketplaceId, source: 'made up', at });

/** A book with offers of which a third each are repriced, removed and added. */
function createMarket() {
  const random = createRandom(13);
  const names = madeUpNames(nameCount);
  const book = new Book();
  const standing: { offer: NormalOffer; marketplaceId: number }[] = [];
  const pick = () => Math.floor(random() * standing.length);
  const add = (at: number): Change[] => {
    const marketplaceId = 1 + Math.floor(random() * marketplaceCount);
    const offer = madeUpOffer(names[Math.floor(random() * names.length)] ?? '', marketplaceId, random);
    standing.push({ offer, marketplaceId });
    return book.apply([offer], stampOf(marketplaceId, at));
  };
  const reprice = (at: number): Change[] => {
    const chosen = standing[pick()] as (typeof standing)[number];
    const usd = Math.max(30, Math.round((chosen.offer.price.amount * (0.9 + random() * 0.2)) / 10) * 10);
    chosen.offer = { ...chosen.offer, ...pricesOf(usd) };
    return book.apply([chosen.offer], stampOf(chosen.marketplaceId, at));
  };
  const remove = (at: number): Change[] => {
    const [gone] = standing.splice(pick(), 1) as [(typeof standing)[number]];
    const { game, offerId } = gone.offer;
    const { marketplaceId } = gone;
    return book.apply([{ kind: 'withdrawal', game, offerId, reason: 'sold' }], stampOf(marketplaceId, at));
  };
  const moves = [add, reprice, remove];
  return { add, move: (step: number, at: number) => (moves[step % moves.length] as typeof add)(at) };
}

/** Bytes per change once the files of the tape are packed. */
export async function measureTapeBytes(folder: string): Promise<ChangeSizes> {
  const market = createMarket();
  for (let made = 0; made < offerCount; made += 1) market.add(begin - offerCount + made);
  const settings = { keepMs: Number.POSITIVE_INFINITY, keepBytes: Number.POSITIVE_INFINITY, hasFsync: false };
  const tape = await openFileTape({ folder, now: Date.now, ...settings });
  const lines = new LineWriter();
  let json = 0;
  for (let step = 0; step < steps; ) {
    const records: TapeRecord[] = [];
    while (records.length < changesPerBatch && step < steps) {
      records.push(...market.move(step, Math.floor(begin + step * stepMs)).map(recordOf));
      step += 1;
    }
    for (const record of records) {
      packRecord(lines, record);
      json += Buffer.byteLength(JSON.stringify(record));
    }
    await tape.append({ count: records.length, at: records.at(-1)?.at ?? begin, bytes: lines.take() });
  }
  const changes = tape.head;
  // A new file is begun, and the former one is packed
  await tape.renew(changes + 1);
  await tape.settled();
  const { bytes } = tape.stats();
  await tape.close();
  return { changes, tape: bytes / changes, json: json / changes };
}

const recordOf = (change: Change): TapeRecord => ({ what: 'change', change, at: change.at });
