/** Row counts of the tables that hold current state. */
export type KeptCounts = Readonly<Record<'quotes' | 'offers' | 'buyOrders' | 'figures', number>>;

export const noCounts: KeptCounts = { quotes: 0, offers: 0, buyOrders: 0, figures: 0 };

export const added = (one: KeptCounts, other: KeptCounts): KeptCounts => ({
  quotes: one.quotes + other.quotes,
  offers: one.offers + other.offers,
  buyOrders: one.buyOrders + other.buyOrders,
  figures: one.figures + other.figures,
});
