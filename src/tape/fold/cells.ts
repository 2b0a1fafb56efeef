import { endOf } from '../change-line.ts';
import { type ColumnReader, type ColumnWriter, signed, unsigned } from './column.ts';
import { type ColumnName, type Columns, columnNames } from './columns.ts';
import { Rates } from './rates.ts';
import { NamedItem, Output, TextFolder, TextUnfolder } from './text.ts';

const quote = 34;
const zero = 48;
const nine = 57;
const firstOfNull = 110;
const nullLength = 4;
const maxDigits = 15;

/** An instant, and the position of its text in the unfolded lines. */
class Instant {
  at = -1;
  start = 0;
  end = 0;
}

/** What cells can refer to in their line and earlier ones; evolves alike in folding and unfolding. -1 means none. */
class State {
  readonly named = new NamedItem();
  rates = new Rates();
  /** Time of the record, and time of the change. */
  readonly publishedAt = new Instant();
  readonly changed = new Instant();
  /** When the offer was found, and when it last changed. */
  readonly found = new Instant();
  readonly offered = new Instant();
  /** The published prices that came last. */
  readonly prices = [-1, -1, -1, -1];
  /** Dollar price of the line's offer. */
  usd = -1;

  /** Resets to the state before the first line. */
  reset(): void {
    this.named.forget();
    this.rates = new Rates();
    for (const one of [this.publishedAt, this.changed, this.found, this.offered]) one.at = -1;
    this.prices.fill(-1);
    this.usd = -1;
  }
}

type InstantName = 'publishedAt' | 'changed' | 'found' | 'offered';

/** The state of folding lines. */
export class Folding {
  readonly lines: Buffer;
  readonly columns: Columns<ColumnWriter>;
  readonly state = new State();
  readonly texts: TextFolder;
  /** The number that was read last; -1 for null. */
  number = -1;
  readonly #all: readonly ColumnWriter[];
  readonly #marks: number[];

  constructor(lines: Buffer, columns: Columns<ColumnWriter>) {
    this.lines = lines;
    this.columns = columns;
    this.#all = columns.all;
    this.#marks = this.#all.map(() => 0);
    this.texts = new TextFolder(lines, this.state.named, columns);
  }

  /** Notes the lengths of the columns, for `takeBack` when a line turns out to have another form. */
  mark(): void {
    for (let at = 0; at < this.#all.length; at += 1) this.#marks[at] = (this.#all[at] as ColumnWriter).length;
  }

  takeBack(): void {
    for (const [at, column] of this.#all.entries()) column.length = this.#marks[at] as number;
  }

  /** Reads a whole number or null; returns where it ends, -1 when there is something else. */
  readNumber(start: number): number {
    const { lines } = this;
    this.number = -1;
    if (lines[start] === firstOfNull) return start + nullLength;
    let at = start;
    let number = 0;
    for (let byte = lines[at] as number; byte >= zero && byte <= nine; byte = lines[at] as number) {
      number = 10 * number + byte - zero;
      at += 1;
    }
    this.number = number;
    const isPlain = at > start && at - start <= maxDigits && (lines[start] !== zero || at === start + 1);
    return isPlain ? at : -1;
  }
}

/** The state of unfolding lines. */
export class Unfolding {
  readonly out: Output;
  readonly columns: Columns<ColumnReader>;
  readonly state = new State();
  readonly texts: TextUnfolder;

  constructor(length: number, columns: Columns<ColumnReader>) {
    this.out = new Output(length);
    this.columns = columns;
    this.texts = new TextUnfolder(this.out, this.state.named, columns);
  }
}

/** A part of a line. `fold` returns where the part beginning at `start` ends, -1 when there is something else. */
export type Cell = {
  readonly fold: (folding: Folding, start: number, end: number) => number;
  readonly unfold: (unfolding: Unfolding) => void;
};

const positionOf = (column: ColumnName): number => columnNames.indexOf(column);

/** Fixed text that all lines of a kind have in a place. */
export function sign(text: string): Cell {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  return {
    fold: ({ lines }, start) => {
      for (let at = 0; at < length; at += 1) if (lines[start + at] !== bytes[at]) return -1;
      return start + length;
    },
    unfold: ({ out }) => out.copy(bytes, 0, length),
  };
}

/** Any value; with `refers` it can contain the name or the id of the line. */
export function text(column: ColumnName, refers = false): Cell {
  const index = positionOf(column);
  return {
    fold: ({ lines, columns, texts }, start, end) => {
      const last = endOf(lines, start, end);
      if (last <= start || last > end) return -1;
      texts.fold(start, last, columns.all[index] as ColumnWriter, refers);
      return last;
    },
    unfold: ({ columns, texts }) => texts.unfold(columns.all[index] as ColumnReader),
  };
}

/** The rest of a line, including cells that this release does not know. */
export function rest(column: ColumnName): Cell {
  const index = positionOf(column);
  return {
    fold: ({ columns, texts }, start, end) => {
      texts.fold(start, end, columns.all[index] as ColumnWriter, false);
      return end;
    },
    unfold: ({ columns, texts }) => texts.unfold(columns.all[index] as ColumnReader),
  };
}

export function number(column: ColumnName): Cell {
  const index = positionOf(column);
  return {
    fold: (folding, start) => {
      const end = folding.readNumber(start);
      if (end > 0) (folding.columns.all[index] as ColumnWriter).number(folding.number + 1);
      return end;
    },
    unfold: ({ out, columns }) => out.number((columns.all[index] as ColumnReader).number() - 1),
  };
}

/** An instant, as the difference from an earlier one. */
export function instant(column: ColumnName, previous: InstantName, becomes: InstantName | null = null): Cell {
  const index = positionOf(column);
  return {
    fold: (folding, start) => {
      const { state, columns } = folding;
      const end = folding.readNumber(start);
      if (end < 0 || folding.number < 0) return -1;
      (columns.all[index] as ColumnWriter).number(unsigned(folding.number - state[previous].at));
      if (becomes !== null) state[becomes].at = folding.number;
      return end;
    },
    unfold: ({ state, out, columns }) => {
      const from = columns.all[index] as ColumnReader;
      const other = state[previous];
      const start = out.at;
      const isSame = from.bytes[from.at] === 0;
      if (isSame) {
        // The usual case; copying is faster than writing a long number
        from.at += 1;
        out.copy(out.bytes, other.start, other.end);
      }
      const at = isSame ? other.at : signed(from.number()) + other.at;
      if (!isSame) out.number(at);
      if (becomes === null) return;
      const one = state[becomes];
      one.at = at;
      one.start = start;
      one.end = out.at;
    },
  };
}

const sameName = 0;
const otherName = 1;

/** The item name, often the same as in the line before. */
export const name: Cell = {
  fold: ({ state, lines, columns, texts }, start, end) => {
    const last = endOf(lines, start, end);
    if (lines[start] !== quote || last > end) return -1;
    const { named } = state;
    const isSame = named.isName(lines, start + 1, last - 1);
    columns.letters.byte(isSame ? sameName : otherName);
    if (isSame) return last;
    named.name = { start: start + 1, end: last - 1 };
    texts.fold(start, last, columns.names, false);
    return last;
  },
  unfold: ({ state, out, columns, texts }) => {
    const { named } = state;
    if (columns.letters.byte() === sameName) {
      out.copy(out.bytes, named.name.start - 1, named.name.end + 1);
      return;
    }
    const start = out.at + 1;
    texts.unfold(columns.names);
    named.name = { start, end: out.at - 1 };
  },
};

/** The id of an offer or buy order, which later texts of the line can contain. */
export const id: Cell = {
  fold: ({ state, lines, columns, texts }, start, end) => {
    const last = endOf(lines, start, end);
    if (lines[start] !== quote || last > end) return -1;
    state.named.id = { start: start + 1, end: last - 1 };
    texts.fold(start, last, columns.ids, false);
    return last;
  },
  unfold: ({ state, out, columns, texts }) => {
    const start = out.at + 1;
    texts.unfold(columns.ids);
    state.named.id = { start, end: out.at - 1 };
  },
};
