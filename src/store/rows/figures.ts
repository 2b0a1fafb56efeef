import type { DatedFloor } from '../../schema/index.ts';
import { countCell } from './cells.ts';
import * as column from './columns.ts';
import { type KeptTable, numberAt, seriesAt } from './page.ts';

const columns = {
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  phase: column.phase(),
  ...column.prices('Lowest price'),
  offerCount: column.number('UInt32', (floor) => countCell(floor.offerCount)),
  changedAt: column.instant((floor) => floor.at),
  itemId: column.itemId(),
} satisfies column.Columns<DatedFloor>;

export const figures: KeptTable<DatedFloor, typeof columns> = {
  name: 'liveFigures',
  columns,
  rowAt: (page, row) => ({
    ...seriesAt(page, row),
    offerCount: numberAt(page.offerCount, row),
    at: numberAt(page.changedAt, row),
  }),
};
