import type { Condition, Game, ItemKind } from '../../schema/index.ts';

/** What the name of an item tells of it; null where it does not apply or cannot be seen from the name. */
export type NameFacts = {
  readonly kind: ItemKind;
  /** "AK-47", "Karambit", "Sport Gloves"; in TF2 "Rocket Launcher"; in Rust what the skin is for, "Assault Rifle". */
  readonly weapon: string | null;
  /** "Redline"; null for a knife without paint. */
  readonly finish: string | null;
  readonly exterior: Condition | null;
  readonly statTrak: boolean;
  readonly souvenir: boolean;
  /** Of Dota 2 and TF2: "Inscribed", "Strange"; "Standard" and "Unique" where the name has none. */
  readonly quality: string | null;
  /** The film of a sticker or its like: "Holo", "Foil". The effect of an unusual item is no part of its name. */
  readonly effect: string | null;
  /** The tournament of a sticker, a souvenir or a capsule: "Katowice 2014". */
  readonly event: string | null;
};

export const noFacts = {
  weapon: null,
  finish: null,
  exterior: null,
  statTrak: false,
  souvenir: false,
  quality: null,
  effect: null,
  event: null,
} as const satisfies Omit<NameFacts, 'kind'>;

/** The kind of an item whose name shows none, which is what most such items are. What a marketplace tells is believed before it. */
export const unmarkedKind = {
  CS2: 'other',
  Dota2: 'wearable',
  Rust: 'skin',
  TF2: 'cosmetic',
} as const satisfies Readonly<Record<Game, ItemKind>>;

/** Reads a table of kinds by patterns, the first that fits. */
export const kindIn = (table: readonly (readonly [RegExp, ItemKind])[], name: string): ItemKind | null =>
  table.find(([pattern]) => pattern.test(name))?.[1] ?? null;
