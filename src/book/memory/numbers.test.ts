import { describe, expectTypeOf, it } from 'vitest';
import type { NameTable } from './name-table.ts';
import type { NameId, Row, Slot } from './numbers.ts';
import type { OrderTable } from './order-table.ts';

// Checked by the compiler only
describe('the numbers of slots, rows and names', () => {
  it('are numbers, but not interchangeable, and no plain number is one of them', () => {
    expectTypeOf<Slot | Row | NameId>().toExtend<number>();
    expectTypeOf<number>().not.toExtend<Slot | Row | NameId>();
    expectTypeOf<Slot>().not.toExtend<Row | NameId>();
    expectTypeOf<Row>().not.toExtend<Slot | NameId>();
    expectTypeOf<NameId>().not.toExtend<Slot | Row>();
  });

  it('are the keys of tables', () => {
    expectTypeOf<OrderTable['best']>().toEqualTypeOf<(row: Row) => Slot>();
    expectTypeOf<OrderTable['row']>().toEqualTypeOf<(slot: Slot) => Row>();
    expectTypeOf<NameTable['name']>().toEqualTypeOf<(number: NameId) => string>();
  });
});
