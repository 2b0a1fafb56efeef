import type { BestSource } from '../best/best-source.ts';
import { type BestTable, tooLarge } from '../best/best-table.ts';
import type { NameId } from '../memory/numbers.ts';

/**
 * Items, some at a time, whose lowest ask is at least `percent` below the lowest on any other marketplace, found by scanning columns. Items too
 * expensive for a column are included and must be checked. With `percent` above 0, at most one marketplace qualifies per item.
 */
export function* namesBelowOthers(
  best: BestTable,
  sources: readonly BestSource[],
  size: number,
  percent: number,
): Generator<readonly NameId[]> {
  const lowest = new Float64Array(best.chunkLength);
  const second = new Float64Array(best.chunkLength);
  for (let first = 0; first < size; first += best.chunkLength) {
    const length = Math.min(best.chunkLength, size - first);
    const found: NameId[] = [];
    lowest.fill(0);
    second.fill(0);
    for (const source of sources)
      takeIn(best.figuresOf(source).chunk('ask', first / best.chunkLength, length), length, lowest, second);
    for (let cell = 0; cell < length; cell += 1) {
      const other = second[cell] as number;
      const isBelow = other >= tooLarge || (lowest[cell] as number) * 100 <= other * (100 - percent);
      if (other > 0 && isBelow) found.push((first + cell) as NameId);
    }
    yield found;
  }
}

function takeIn(asks: ArrayLike<number>, length: number, lowest: Float64Array, second: Float64Array): void {
  for (let cell = 0; cell < length; cell += 1) {
    const ask = asks[cell] as number;
    if (ask === 0) continue;
    const min = lowest[cell] as number;
    if (min === 0 || ask < min) {
      second[cell] = min;
      lowest[cell] = ask;
    } else if (second[cell] === 0 || ask < (second[cell] as number)) second[cell] = ask;
  }
}
