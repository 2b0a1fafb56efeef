/** Tables that can be taken out for analysis. */
export const exportTables = ['pricePoints', 'sales', 'offers', 'buyOrders', 'quotes'] as const;
export type ExportTable = (typeof exportTables)[number];

export const exportFormats = ['csv', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportWish = {
  readonly table: ExportTable;
  readonly format: ExportFormat;
  /** Epoch milliseconds; everything when null. */
  readonly since: number | null;
};
