/** The fields of a wish that are set, without those that are undefined or null. */
export const given = <Wish extends object>(wish: Wish) =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined && value !== null));
