import type { Money, Prices } from '../../schema/index.ts';
import { bytesOf, Column } from './column.ts';
import { IdIndex } from './id-index.ts';
import { MoneyColumns } from './money-columns.ts';
import type { Row } from './numbers.ts';
import type { Memory } from './offer-record.ts';
import type { IsGone, OrderTimes } from './order-table.ts';
import { isQuoteWritten, type QuoteDetails, readQuote, writeQuote } from './quote-record.ts';

/** The last quotes of one marketplace, by row. */
export class QuoteTable {
  readonly money = new MoneyColumns<Row>();
  readonly seenAt = new Column<Row>('float64');
  /** Number of the source that saw the quote then; 0 if unknown. */
  readonly seenBy = new Column<Row>('uint8');
  readonly #foundAt = new Column<Row>('float64');
  readonly #changedAt = new Column<Row>('float64');
  // Count + 1; 0 is unknown
  readonly #count = new Column<Row>('int32');
  readonly #cell = new Column<Row>('int32');
  readonly #isPictured = new Column<Row>('uint8');
  /** Digest of the payload row that the quote was made from; 0 if there is none or the quote has changed since. */
  #digest = new Column<Row>('float64');
  #byDigest = this.#indexed(this.#digest);
  #basis = 0;
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get bytes(): number {
    const times = [this.#foundAt, this.#changedAt, this.seenAt, this.seenBy];
    const others = [this.#count, this.#cell, this.#isPictured, this.#digest, this.#byDigest];
    return bytesOf([this.money, ...times, ...others]);
  }

  has(row: Row): boolean {
    return this.#cell.get(row) !== 0;
  }

  isGone(row: Row, isGone: IsGone): boolean {
    return this.has(row) && isGone(this.seenAt.get(row), this.seenBy.get(row));
  }

  /** Marks a quote as seen at an instant, unless it was seen later. */
  confirm(row: Row, at: number, source = this.seenBy.get(row)): void {
    if (at <= this.seenAt.get(row)) return;
    this.seenAt.set(row, at);
    this.seenBy.set(row, source);
  }

  count(row: Row): number | null {
    const stored = this.#count.get(row) >>> 0;
    return stored === 0 ? null : stored - 1;
  }

  setQuote(row: Row, lowest: Money | null, prices: Prices, offerCount: number | null): void {
    this.money.set(row, lowest, prices);
    this.#count.set(row, offerCount === null ? 0 : offerCount + 1);
    this.setDigest(row, 0);
  }

  foundAt(row: Row): number {
    return this.#foundAt.get(row);
  }

  changedAt(row: Row): number {
    return this.#changedAt.get(row);
  }

  /** Dates a new or restored quote. */
  setTimes(row: Row, { foundAt, changedAt, seenAt }: OrderTimes, source = 0): void {
    this.#foundAt.set(row, foundAt);
    this.#changedAt.set(row, changedAt);
    this.seenAt.set(row, seenAt);
    this.seenBy.set(row, source);
  }

  /** Dates a change; of several sources, one can be applied after another that was read later. */
  change(row: Row, at: number): void {
    this.#changedAt.set(row, Math.max(at, this.changedAt(row), this.foundAt(row)));
  }

  setDigest(row: Row, digest: number): void {
    const previous = this.#digest.get(row);
    if (previous === digest) return;
    if (previous !== 0) this.#byDigest.remove(row);
    this.#digest.set(row, digest);
    if (digest !== 0) this.#byDigest.add(row);
  }

  digest(row: Row): number {
    return this.#digest.get(row);
  }

  /** The row of a digest, or -1; `guess` is tried first. */
  rowOf(digest: number, guess: Row): Row {
    if (this.#digest.get(guess) === digest) return guess;
    return this.#byDigest.find(digest | 0, (row) => this.#digest.get(row) === digest);
  }

  /** Drops all digests if the rates have changed: the same payload row then gives other prices. */
  convertAt(basis: number): void {
    if (basis === this.#basis) return;
    this.#basis = basis;
    this.#digest = new Column('float64');
    this.#byDigest = this.#indexed(this.#digest);
  }

  #indexed(digest: Column<Row>): IdIndex<Row> {
    return new IdIndex((row) => digest.get(row) | 0);
  }

  isPictured(row: Row): boolean {
    return this.#isPictured.get(row) !== 0;
  }

  details(row: Row, sharedThumbnail: string | null): QuoteDetails {
    const { arena, reader, strings } = this.#memory;
    return readQuote(arena.open(this.#cell.get(row), reader), sharedThumbnail, strings.linkStarts);
  }

  /** Stores the details; returns whether they have changed. */
  setDetails(row: Row, details: QuoteDetails, sharedThumbnail: string | null): boolean {
    const { arena, writer, reader, strings } = this.#memory;
    const cell = this.#cell.get(row);
    const isNew = cell === 0;
    const starts = strings.linkStarts;
    this.#isPictured.set(row, details.thumbnail === null ? 0 : 1);
    if (!isNew && isQuoteWritten(arena.open(cell, reader), details, sharedThumbnail, starts)) return false;
    writer.at = 0;
    writeQuote(writer, details, sharedThumbnail, starts, isNew);
    const { bytes, at } = writer;
    this.#cell.set(row, isNew ? arena.put(bytes, at) : arena.replace(cell, bytes, at));
    return true;
  }
}
