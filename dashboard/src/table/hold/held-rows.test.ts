import { describe, expect, it } from 'vitest';
import { heldRows, unheld } from './held-rows.ts';

const row = (name: string, price: number) => ({ name, price });
const keyOf = ({ name }: { name: string }) => name;

describe('rows that stand still', () => {
  const shown = [row('A', 1), row('B', 2), row('C', 3)];

  it('keep their order, and show what each is now', () => {
    const { rows, newCount } = heldRows(shown, [row('C', 9), row('A', 1), row('B', 4)], keyOf);
    expect(rows).toEqual([row('A', 1), row('B', 4), row('C', 9)]);
    expect(newCount).toBe(0);
  });

  it('keep those that are gone, and count those that are new', () => {
    const { rows, gone, newCount } = heldRows(shown, [row('D', 1), row('E', 1), row('A', 1), row('C', 3)], keyOf);
    expect(rows).toEqual(shown);
    expect([...gone]).toEqual([shown[1]]);
    expect(newCount).toBe(2);
  });

  it('are simply those of now if nobody holds them', () => {
    expect(unheld(shown)).toEqual({ rows: shown, gone: new Set(), newCount: 0 });
  });
});
