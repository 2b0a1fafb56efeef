/** What all portions of some work bring about. */
export const allOf = <Made>(portions: Iterable<readonly Made[]>): Made[] => [...portions].flat();
