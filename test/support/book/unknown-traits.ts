/** The traits of an offer for which a marketplace gives only the item and the price. */
export const unknownTraits = {
  purchaseLink: null,
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
  tradableAt: null,
  ownerId: null,
};
