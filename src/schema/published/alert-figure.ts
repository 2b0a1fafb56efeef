/** Figures of an item that an alert rule can watch; prices are in dollars. */
export const alertFigures = [
  'ask',
  'bid',
  'askAfterFees',
  'bidAfterFees',
  'spreadPercent',
  'underUsualPercent',
] as const;
export type AlertFigure = (typeof alertFigures)[number];
