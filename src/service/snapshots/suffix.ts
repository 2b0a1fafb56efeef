import type { Book } from '../../book/book.ts';
import { turn } from '../../runtime/turn.ts';
import type { Change, Confirmation, Money, Prices } from '../../schema/index.ts';
import { lineStarts, unpackRecord } from '../../tape/pack.ts';
import { partOfLine } from '../../tape/part-of-line.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { Tape } from '../../tape/tape.ts';

/** Most lines held in memory, about a hundred megabytes. */
const maxHeld = 200_000;
const recordsAtOnce = 256;

type Lines = { readonly sequences: number[]; readonly lines: Buffer[] };

type Readable = Pick<Tape, 'head' | 'readLeft'>;

export type ReplayTarget = Pick<Book, 'replay' | 'takeConfirmations' | 'restoreItemStatements'>;

/** Applies records in order, as they were published. */
export function replayRecords(
  book: ReplayTarget,
  records: readonly TapeRecord[],
  toPrices?: (price: Money | null) => Prices,
): void {
  let changes: Change[] = [];
  let confirmations: Confirmation[] = [];
  const pass = (): void => {
    if (changes.length > 0) book.replay(changes, toPrices);
    if (confirmations.length > 0) book.takeConfirmations(confirmations);
    [changes, confirmations] = [[], []];
  };
  for (const record of records) {
    if (record.what === 'item') book.restoreItemStatements([record.item]);
    else if (record.what === 'confirmation') confirmations.push(record.confirmation);
    else if (record.what === 'change') {
      // A confirmation says nothing of what was published after it
      if (confirmations.length > 0) pass();
      changes.push(record.change);
    }
  }
  pass();
}

/** What was published after a sequence, by the part that it bears on. */
export class Suffix {
  readonly #tape: Readable;
  readonly #after: number;
  /** Sequence of its last record. */
  readonly head: number;
  /** Null where there is too much to hold. */
  readonly #held: ReadonlyMap<string, Lines> | null;
  /** Whether nothing of it is missing. */
  readonly isWhole: boolean;

  private constructor(
    tape: Readable,
    { after, head }: { readonly after: number; readonly head: number },
    found: { readonly held: ReadonlyMap<string, Lines> | null; readonly isWhole: boolean },
  ) {
    this.#tape = tape;
    this.#after = after;
    this.head = head;
    this.#held = found.held;
    this.isWhole = found.isWhole;
  }

  static async read(tape: Readable, after: number): Promise<Suffix> {
    const { head } = tape;
    const held = head - after > maxHeld ? null : new Map<string, Lines>();
    let next = after + 1;
    let isWhole = true;
    for await (const { first, count, bytes } of tape.readLeft(next)) {
      if (first > head) break;
      if (first > next) isWhole = false;
      if (held !== null) for (const line of linesAfter(bytes, first, after)) hold(held, line);
      next = first + count;
    }
    return new Suffix(tape, { after, head }, { held, isWhole: isWhole && next > head });
  }

  get count(): number {
    return this.head - this.#after;
  }

  /** Whether the records of a part can be had apart from the others. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** The keys of the parts that have anything; empty where nothing is held. */
  get parts(): readonly string[] {
    return [...(this.#held?.keys() ?? [])];
  }

  /** The records of a part after a sequence, in pieces of some milliseconds; none where nothing is held. */
  async *of(part: string, after: number): AsyncGenerator<TapeRecord[]> {
    const { sequences, lines } = this.#held?.get(part) ?? { sequences: [], lines: [] };
    const from = sequences.findIndex((sequence) => sequence > after);
    for (let at = from < 0 ? lines.length : from; at < lines.length; at += recordsAtOnce) {
      yield lines.slice(at, at + recordsAtOnce).map((line) => unpackRecord(line.toString()));
      await turn();
    }
  }

  /** All records, each of a part only after the sequence that `sinceOf` returns for it. */
  async *all(sinceOf: (part: string) => number): AsyncGenerator<TapeRecord[]> {
    for await (const { first, bytes } of this.#tape.readLeft(this.#after + 1)) {
      if (first > this.head) return;
      let records: TapeRecord[] = [];
      for (const { sequence, part, line } of linesAfter(bytes, first, this.#after)) {
        if (sequence <= sinceOf(part)) continue;
        records.push(unpackRecord(line.toString()));
        if (records.length < recordsAtOnce) continue;
        yield records;
        records = [];
        await turn();
      }
      yield records;
      await turn();
    }
  }
}

type FoundLine = { readonly sequence: number; readonly part: string; readonly line: Buffer };

function* linesAfter(bytes: Buffer, first: number, after: number): Generator<FoundLine> {
  const starts = lineStarts(bytes);
  for (let at = Math.max(0, after + 1 - first); at + 1 < starts.length; at += 1) {
    const [start, end] = [starts[at] as number, (starts[at + 1] as number) - 1];
    const part = partOfLine(bytes, start, end);
    if (part !== null) yield { sequence: first + at, part, line: bytes.subarray(start, end) };
  }
}

function hold(held: Map<string, Lines>, { sequence, part, line }: FoundLine): void {
  const lines = held.get(part) ?? { sequences: [], lines: [] };
  if (lines.lines.length === 0) held.set(part, lines);
  lines.sequences.push(sequence);
  lines.lines.push(line);
}
