/** Of an offer of which a marketplace says no more than what it is and costs. */
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
