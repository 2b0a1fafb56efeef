import { compareVariants, type Variant, variantAt, variantNumber } from '../../schema/index.ts';
import { bytesOf, Column } from '../memory/column.ts';
import type { NameTable } from '../memory/name-table.ts';
import { type NameId, none, type Row } from '../memory/numbers.ts';

/**
 * The rows of one marketplace and game. A row is a series: a variant of an item, or the whole item, to which its variants
 * are linked. Rows are never removed; their number is bounded by the number of items.
 */
export class SeriesTable {
  readonly names: NameTable;
  itemCount = 0;
  rowCount = 0;

  // Rows are stored as row + 1, so that 0 means none
  readonly #rowOfName = new Column<NameId>('int32');
  readonly #name = new Column<Row>('int32');
  readonly #variant = new Column<Row>('int32');
  readonly #whole = new Column<Row>('int32');
  readonly #nextVariant = new Column<Row>('int32');
  readonly #added: (row: Row, at: number) => void;
  #lastRow: Row = none;

  /** `added` is called for every new row while it is still empty, with the time it became known. */
  constructor(names: NameTable, added: (row: Row, at: number) => void) {
    this.names = names;
    this.#added = added;
  }

  get bytes(): number {
    return bytesOf([this.#rowOfName, this.#name, this.#variant, this.#whole, this.#nextVariant]);
  }

  /** The row of the whole item, or -1. */
  wholeRow(name: NameId): Row {
    return name < 0 ? none : ((this.#rowOfName.get(name) - 1) as Row);
  }

  rowFor(name: string, phase: Variant | null, at: number): Row {
    const guess = this.nextGuess;
    const isRight = guess < this.rowCount && this.nameOf(guess) === name && this.phaseOf(guess) === phase;
    this.#lastRow = isRight ? guess : this.#findRow(name, phase, at);
    return this.#lastRow;
  }

  /** Lists keep their order between readings, so the next row is most likely the one after the last. */
  get nextGuess(): Row {
    return (this.#lastRow + 1) as Row;
  }

  /** Tells the table which row was found, for the next guess. */
  met(row: Row): void {
    this.#lastRow = row;
  }

  /** The row of an item (variant 0) or of its variant; it is added if missing. */
  rowOf(number: NameId, variant: number, at: number): Row {
    let whole = this.wholeRow(number);
    if (whole < 0) {
      whole = this.#addRow(number, at);
      this.#rowOfName.set(number, whole + 1);
      this.itemCount += 1;
    }
    return variant === 0 ? whole : this.#variantRowFor(whole, variant, at);
  }

  /** The row of an item (variant 0) or of its variant, or -1. */
  knownRow(name: NameId, variant: number): Row {
    let row = this.wholeRow(name);
    while (row >= 0 && this.#variant.get(row) !== variant) row = this.nextPart(row);
    return row;
  }

  /** The next row of the same item, or -1; the whole item comes first. */
  nextPart(row: Row): Row {
    return (this.#nextVariant.get(row) - 1) as Row;
  }

  /** The row of the whole item, which can be this one. */
  wholeOf(row: Row): Row {
    const whole = this.#whole.get(row);
    return whole === 0 ? row : ((whole - 1) as Row);
  }

  isWhole(row: Row): boolean {
    return this.#whole.get(row) === 0;
  }

  nameNumber(row: Row): NameId {
    return this.#name.get(row) as NameId;
  }

  nameOf(row: Row): string {
    return this.names.name(this.nameNumber(row));
  }

  /** The number of the variant; 0 for the whole item. */
  variantOf(row: Row): number {
    return this.#variant.get(row);
  }

  phaseOf(row: Row): Variant | null {
    return variantAt(this.variantOf(row));
  }

  #findRow(name: string, phase: Variant | null, at: number): Row {
    return this.rowOf(this.names.numberFor(name), variantNumber(phase), at);
  }

  #addRow(name: NameId, at: number): Row {
    const row = this.rowCount as Row;
    this.rowCount += 1;
    this.#name.set(row, name);
    this.#added(row, at);
    return row;
  }

  #variantRowFor(whole: Row, variant: number, at: number): Row {
    // In an order of their own, so that answers do not depend on the order of arrival
    let before = whole;
    for (let row = this.nextPart(whole); row >= 0; row = this.nextPart(row)) {
      if (this.variantOf(row) === variant) return row;
      if (compareVariants(this.variantOf(row), variant) < 0) before = row;
    }
    const row = this.#addRow(this.nameNumber(whole), at);
    this.#variant.set(row, variant);
    this.#whole.set(row, whole + 1);
    this.#nextVariant.set(row, this.#nextVariant.get(before));
    this.#nextVariant.set(before, row + 1);
    return row;
  }
}
