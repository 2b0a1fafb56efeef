/** Everything that a list of portions yields, in one array. */
export const allOf = <Made>(portions: Iterable<readonly Made[]>): Made[] => [...portions].flat();
