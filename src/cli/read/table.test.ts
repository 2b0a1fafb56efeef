import { expect, it } from 'vitest';
import { tableLines } from './table.ts';

it('aligns columns behind wide characters, emoji and combining marks as behind letters', () => {
  const names = ['AK-47 | Redline', '★ Karambit™ ♥', '龍王（闪亮）', '𠮷野家', '🔥 Case', 'Cafe\u0301', '가방', 'е́й'];
  const [head = '', ...lines] = tableLines(
    [
      { head: 'item', cell: (name) => name },
      { head: 'USD', isNumber: true, cell: (name) => `${names.indexOf(name)}.00` },
    ],
    names,
  );

  expect(head).toBe('item              USD');
  expect(lines).toEqual([
    'AK-47 | Redline  0.00',
    '★ Karambit™ ♥    1.00',
    '龍王（闪亮）     2.00',
    '𠮷野家           3.00',
    '🔥 Case          4.00',
    'Cafe\u0301             5.00',
    '가방             6.00',
    'е́й               7.00',
  ]);
});

it('replaces control characters and removes marks that change the direction of writing', () => {
  expect(tableLines([{ head: 'item', cell: (name) => name }], ['AK\u001b[2J\u202eevil\u0007\n\u009bx'])).toEqual([
    'item',
    'AK [2Jevil   x',
  ]);
});
