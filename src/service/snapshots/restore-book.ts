import type { Book } from '../../book/book.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Clock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Log } from '../../runtime/log.ts';
import { turn } from '../../runtime/turn.ts';
import { type Change, type Money, type Prices, partWithKey } from '../../schema/index.ts';
import type { Hub } from '../../stream/hub.ts';
import { servicePart } from '../../tape/part-of-line.ts';
import type { TapeRecord } from '../../tape/record.ts';
import { unpackSnapshotRecords } from '../../tape/snapshot/record-line.ts';
import type { SnapshotFile, Snapshots } from '../../tape/snapshot/snapshot.ts';
import type { TapePublisher } from '../tape/tape-publisher.ts';
import type { RestorePlan } from './restore-plan.ts';
import { type OfService, restoreOfService } from './service-part.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import { replayRecords } from './suffix.ts';

type RestoreParts = {
  readonly book: Book;
  readonly snapshots: Pick<Snapshots, 'read'>;
  readonly plan: RestorePlan;
  readonly keeper: Pick<SnapshotKeeper, 'receive' | 'begin' | 'run'>;
  readonly sales: OfService['sales'];
  readonly rates: ExchangeRates;
  readonly now: Clock['now'];
  readonly publisher: TapePublisher;
  readonly log: Log;
  /** Notified of each marketplace that is restored. */
  readonly hub: Pick<Hub, 'markLoaded'>;
  /** How far the clocks of processes that read marketplaces for this one may run ahead of its own. */
  readonly skewMs?: number;
};

/** Restores the book as it was when the service stopped or was killed, with prices converted at current rates. */
export async function restoreBook(parts: RestoreParts): Promise<void> {
  const { book, plan, keeper, now, log, hub, skewMs = 0 } = parts;
  const startedAt = performance.now();
  const { toPrices } = parts.rates;
  const restored = new RestoredBook({ ...parts, toPrices, replayed: (records) => keeper.receive(records, 0) });
  await restored.restoreMarkets((marketplaceId) => hub.markLoaded([marketplaceId]));
  await restored.restoreRest();
  await publishAll(parts, book.reportUnpublished(now));
  // Readers that resume have received prices that can no longer be converted
  await publishReconverted(parts, now);
  book.receivedElsewhereUntil(now() + skewMs);
  keeper.begin();
  guarded(() => keeper.run())();
  const lines = plan.files.reduce((sum, file) => sum + file.lines, 0);
  const milliseconds = Math.round(performance.now() - startedAt);
  log.info({ lines, replayed: restored.replayed, milliseconds }, 'book restored');
}

type Restoring = {
  readonly book: Book;
  readonly snapshots: Pick<Snapshots, 'read'>;
  readonly plan: RestorePlan;
  readonly sales: OfService['sales'];
  readonly rates: OfService['rates'];
  /** Missing where prices stay as they were published. */
  readonly toPrices?: ((price: Money | null) => Prices) | undefined;
  /** Called with the records that are replayed. */
  readonly replayed?: (records: readonly TapeRecord[]) => void;
};

/** The one way into a book: the files of a snapshot, and what was published after each of them. */
export class RestoredBook {
  readonly #parts: Restoring;
  readonly #done = new Set<string>();
  replayed = 0;

  constructor(parts: Restoring) {
    this.#parts = parts;
  }

  /** Restores one marketplace after the other, the smallest first, as far as they can be had one by one. */
  async restoreMarkets(restored: (marketplaceId: number) => void): Promise<void> {
    const { plan } = this.#parts;
    // Prices are converted at the rates in it
    await this.#restore(servicePart, plan.files);
    const byMarketplace = new Map<number, SnapshotFile[]>();
    for (const file of plan.files) {
      const marketplaceId = partWithKey(file.part)?.marketplaceId ?? null;
      if (marketplaceId !== null) byMarketplace.set(marketplaceId, [...(byMarketplace.get(marketplaceId) ?? []), file]);
    }
    const bytesOf = (files: readonly SnapshotFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
    const smallestFirst = [...byMarketplace].sort(([, one], [, other]) => bytesOf(one) - bytesOf(other));
    for (const [marketplaceId, files] of smallestFirst) {
      for (const file of files) await this.#restore(file.part, [file]);
      if (plan.suffix === null || plan.suffix.isHeld) restored(marketplaceId);
    }
  }

  /** Restores what is of no marketplace, and what only the tape has. */
  async restoreRest(): Promise<void> {
    const { plan } = this.#parts;
    const parts = [...plan.files.map(({ part }) => part), ...(plan.suffix?.parts ?? [])];
    for (const part of parts) if (!this.#done.has(part)) await this.#restore(part, plan.files);
    if (plan.suffix === null || plan.suffix.isHeld) return;
    for await (const records of plan.suffix.all(plan.sinceOf)) this.#replay(records);
  }

  async #restore(part: string, files: readonly SnapshotFile[]): Promise<void> {
    const { book, snapshots, plan, rates, sales, toPrices } = this.#parts;
    this.#done.add(part);
    const known = partWithKey(part);
    const restore =
      known === null
        ? (standing: Parameters<typeof restoreOfService>[1]) => restoreOfService({ rates, sales }, standing)
        : book.restoring(known, toPrices);
    for (const file of files.filter((one) => one.part === part)) {
      for await (const lines of ahead(snapshots.read(file))) {
        restore(unpackSnapshotRecords(lines));
        await turn();
      }
    }
    for await (const records of plan.suffix?.of(part, plan.sinceOf(part)) ?? []) this.#replay(records);
  }

  #replay(records: readonly TapeRecord[]): void {
    const { book, sales, toPrices, replayed } = this.#parts;
    replayRecords(book, records, toPrices);
    for (const record of records) if (record.what === 'sale') sales.note(record.sale);
    this.replayed += records.length;
    replayed?.(records);
  }
}

/** Gets each value while the one before is used. */
async function* ahead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let coming = values.next();
  for (;;) {
    const { done, value } = await coming;
    if (done === true) return;
    coming = values.next();
    // A failure is met when it is waited for
    coming.catch(() => {});
    yield value;
  }
}

type PublishParts = { readonly publisher: TapePublisher };

/** Converts prices that are due, or all of them, and publishes the resulting changes. */
export async function publishReconverted(
  { book, rates, publisher }: PublishParts & { readonly book: Book; readonly rates: ExchangeRates },
  now: Clock['now'],
  signal?: AbortSignal,
  isOfAll = false,
): Promise<void> {
  if (signal?.aborted === true) return;
  await publishAll({ publisher }, book.reconvert(now, rates.toPrices, isOfAll), signal);
}

async function publishAll(
  { publisher }: PublishParts,
  portions: Iterable<readonly Change[]>,
  signal?: AbortSignal,
): Promise<void> {
  for (const changes of portions) {
    publisher.publish(changes);
    await Promise.all([publisher.ready(), turn()]);
    // Before the next portion, which changes the book as soon as it is requested
    if (signal?.aborted === true) return;
  }
}
