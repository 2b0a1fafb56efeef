import { describe, expectTypeOf, it } from 'vitest';
import type { NameTable } from './name-table.ts';
import type { NameId, Row, Slot } from './numbers.ts';
import type { OrderTable } from './order-table.ts';

// The compiler checks these; nothing of them is left at run time
describe('the numbers of slots, rows and names', () => {
  it('are taken for numbers, and none of them for another, nor a number for any', () => {
    expectTypeOf<Slot | Row | NameId>().toExtend<number>();
    expectTypeOf<number>().not.toExtend<Slot | Row | NameId>();
    expectTypeOf<Slot>().not.toExtend<Row | NameId>();
    expectTypeOf<Row>().not.toExtend<Slot | NameId>();
    expectTypeOf<NameId>().not.toExtend<Slot | Row>();
  });

  it('are what tables are asked by', () => {
    expectTypeOf<OrderTable['best']>().toEqualTypeOf<(row: Row) => Slot>();
    expectTypeOf<OrderTable['row']>().toEqualTypeOf<(slot: Slot) => Row>();
    expectTypeOf<NameTable['name']>().toEqualTypeOf<(number: NameId) => string>();
  });
});
