import { describe, expect, it } from 'vitest';
import { ByteArena } from './byte-arena.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Row } from './numbers.ts';
import { cheapestFirst, OrderTable } from './order-table.ts';
import { writeText } from './packed-text.ts';

const price = { amount: 5_000, currency: 'USD' } as const;
const prices = { USD: 5_000, EUR: 4_500, CNY: null, RUB: null };
const times = { foundAt: 1, changedAt: 1, seenAt: 1 };
const [row, other] = [0 as Row, 1 as Row];

/** A table with one entry. */
function filled() {
  const writer = new ByteWriter();
  const written = (text: string): ByteWriter => {
    writer.at = 0;
    writeText(writer, text);
    return writer;
  };
  const table = new OrderTable(new ByteArena(), cheapestFirst);
  const bytes = written('an id');
  return { table, slot: table.add(row, price, prices, times, bytes, bytes.at), written };
}

type Filled = ReturnType<typeof filled>;

describe('the stamp of an entry', () => {
  it.each<[string, (one: Filled) => void]>([
    [
      'has another price',
      ({ table, slot }) => table.reprice(slot, { ...price, amount: 6_000 }, { ...prices, USD: 6_000 }),
    ],
    ['has the same price at other rates', ({ table, slot }) => table.drift(slot, price, { ...prices, EUR: 4_400 })],
    ['is of another row', ({ table, slot }) => table.move(slot, other)],
    ['has another record', ({ table, slot, written }) => table.rewrite(slot, written('an id and more'))],
    ['changed at another instant', ({ table, slot }) => table.change(slot, 2)],
    [
      'is another one in its place',
      ({ table, slot, written }) => {
        table.remove(slot);
        const bytes = written('an id');
        expect(table.add(row, price, prices, times, bytes, bytes.at)).toBe(slot);
      },
    ],
  ])('is another when it %s', (_, change) => {
    const one = filled();
    const before = one.table.stamp(one.slot);
    change(one);
    expect(one.table.stamp(one.slot)).not.toBe(before);
  });

  it('stays the same when the entry is only seen again', () => {
    const { table, slot } = filled();
    const before = table.stamp(slot);
    table.confirm(slot, 9, 9, 1);
    table.reprice(slot, price, prices);
    table.drift(slot, price, prices);
    expect(table.stamp(slot)).toBe(before);
  });
});
