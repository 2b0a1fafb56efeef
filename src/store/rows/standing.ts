import { buyOrderFields, type DatedFloor, floorFields, offerFields, quoteFields } from '../../schema/index.ts';
import * as column from './columns.ts';
import { numberAt, type StoredTable } from './page.ts';
import { storedTable } from './stored-fields.ts';

export const offers = storedTable('liveOffers', offerFields);
export const buyOrders = storedTable('liveBuyOrders', buyOrderFields);
export const quotes = storedTable('liveQuotes', quoteFields);

const floors = storedTable('liveFigures', floorFields);
export const figures: StoredTable<DatedFloor> = {
  ...floors,
  columns: { ...floors.columns, changedAt: column.instant((floor) => floor.at) },
  rowAt: (page, row) => ({ ...floors.rowAt(page, row), at: numberAt(page.columns['changedAt'], row) }),
};
