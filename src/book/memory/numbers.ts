declare const named: unique symbol;

/** A number that names one kind of thing; the compiler takes it for no other kind, and the running program for a number. */
type NumberOf<Kind extends string> = number & { readonly [named]: Kind };

/** Where an offer or a buy order lies in its table. */
export type Slot = NumberOf<'slot'>;

/** A series of a market book: an item with one variant, or the whole item. */
export type Row = NumberOf<'row'>;

/** A name of a game's name table. */
export type NameId = NumberOf<'name'>;

/** None of them. */
export const none = -1 as Slot & Row & NameId;
