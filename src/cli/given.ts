/** What is given of a wish, without what is not. */
export const given = <Wish extends object>(wish: Wish) =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined && value !== null));
