declare const named: unique symbol;

/** A branded number: the compiler keeps the kinds apart, at run time it is a number. */
type NumberOf<Kind extends string> = number & { readonly [named]: Kind };

/** Position of an offer or a buy order in its table. */
export type Slot = NumberOf<'slot'>;

/** A series of a market book: an item with one variant, or the whole item. */
export type Row = NumberOf<'row'>;

/** Number of a name in a game's name table. */
export type NameId = NumberOf<'name'>;

/** No slot, row or name. */
export const none = -1 as Slot & Row & NameId;
