import Type, { type Static } from 'typebox';
import { Name, Stickers } from '../item.ts';
import { Nullable } from '../json/nullable.ts';

/** A charm that hangs on an item. */
export const Charm = Type.Object({
  /** As an item of its own: "Charm | Lil' Ava", "Sticker Slab | Crown (Foil)", "Souvenir Charm | Austin 2025 Highlight | …". */
  name: Name,
  /** The template that the game rolled for it; null where the marketplace does not say. */
  pattern: Nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
});
export type Charm = Static<typeof Charm>;

/** The names of charms, of stickers that hang in a slab, and of charms that show a highlight of a match. */
export const charmPrefixes = ['Charm | ', 'Sticker Slab | ', 'Souvenir Charm | '] as const;

/** What a player has put on an item of CS2, other than stickers. Absent where nothing is told of it; [] and '' mean none. */
export const Extras = Type.Object({
  /** One fits on an item today. */
  charms: Type.Optional(Type.Array(Charm, { maxItems: 16 })),
  nameTag: Type.Optional(Type.String({ maxLength: 128 })),
  /** What its StatTrak counter shows. */
  statTrakCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  /** Patches on an agent. */
  patches: Type.Optional(Stickers),
});
export type Extras = Static<typeof Extras>;
