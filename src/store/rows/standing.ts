import { buyOrderFields, type DatedFloor, floorFields, offerFields, quoteFields } from '../../schema/index.ts';
import * as column from './columns.ts';
import { keptTable } from './kept.ts';
import { type KeptTable, numberAt } from './page.ts';

export const offers = keptTable('liveOffers', offerFields);
export const buyOrders = keptTable('liveBuyOrders', buyOrderFields);
export const quotes = keptTable('liveQuotes', quoteFields);

const floors = keptTable('liveFigures', floorFields);
export const figures: KeptTable<DatedFloor> = {
  ...floors,
  columns: { ...floors.columns, changedAt: column.instant((floor) => floor.at) },
  rowAt: (page, row) => ({ ...floors.rowAt(page, row), at: numberAt(page.columns['changedAt'], row) }),
};
