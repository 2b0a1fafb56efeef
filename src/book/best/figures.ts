/** Of all marketplaces, or of those that pay out money. */
export type AskedOf = 'any' | 'money';

/**
 * Figures of one series on one marketplace, in thousandths of a dollar, 0 if unknown or if nobody can pay the price there: the
 * lowest ask; `cost`, what the buyer pays for it including fees; `outlay`, the same, or the ask itself if no fee is known; the
 * highest bid; `proceeds`, the bid less fees; and `relisted`, what a seller who lists at the lowest ask receives. Those of
 * `money` are the same on marketplaces that pay out money, and 0 on others.
 */
export const figures = [
  'ask',
  'cost',
  'outlay',
  'bid',
  'proceeds',
  'relisted',
  'moneyAsk',
  'moneyBid',
  'moneyProceeds',
  'moneyRelisted',
] as const;
export type Figure = (typeof figures)[number];

/** The figure that counts only marketplaces that pay out money. */
export const inMoney = {
  ask: 'moneyAsk',
  bid: 'moneyBid',
  proceeds: 'moneyProceeds',
  relisted: 'moneyRelisted',
} as const satisfies Partial<Record<Figure, Figure>>;

type MoneyFigure = (typeof inMoney)[keyof typeof inMoney];
/** A figure for any payout of the marketplace. */
export type PlainFigure = Exclude<Figure, MoneyFigure>;

export const plainOf = Object.fromEntries(
  Object.entries(inMoney).map(([plain, figure]) => [figure, plain]),
) as Readonly<Record<MoneyFigure, PlainFigure>>;
export const isInMoney = (figure: Figure): figure is MoneyFigure => figure in plainOf;

const lowestFigures: readonly Figure[] = ['ask', 'cost', 'outlay', 'moneyAsk'];
export const isLowest = (figure: Figure): boolean => lowestFigures.includes(figure);

const bidFigures: readonly Figure[] = ['bid', 'proceeds', 'moneyBid', 'moneyProceeds'];
export const isOfBid = (figure: Figure): boolean => bidFigures.includes(figure);

/** Figures whose changes are reported to readers, by whether only money counts. */
export const reportedFigures = {
  any: ['ask', 'cost', 'bid', 'proceeds'],
  money: ['ask', 'cost', 'moneyBid', 'moneyProceeds'],
} as const satisfies Record<AskedOf, readonly Figure[]>;

/** The figures of asks that are kept for past instants. */
export const askFigures = { any: 'ask', money: inMoney.ask } as const satisfies Record<AskedOf, Figure>;
