import { conditions, type Game, type Phase } from '../../../src/schema/index.ts';
import { plainItem } from '../../../src/stage/catalogue/item.ts';
import { liquidNames } from '../../../src/stage/catalogue/liquid-names.ts';
import type { CatalogueItem } from '../../../src/stage/market/world.ts';

const bands = [0, 0.07, 0.15, 0.38, 0.45, 1] as const;

/** Weapon and finish with the game's numbers for them; `skins` adds the wears. */
const finishes = [
  ['AK-47 | Redline', 7, 282],
  ['AWP | Asiimov', 9, 279],
  ['Glock-18 | Water Elemental', 4, 353],
  ['M4A1-S | Basilisk', 60, 383],
] as const;

const dopplers: readonly { readonly phase: Phase; readonly paintIndex: number }[] = [
  { phase: 'Ruby', paintIndex: 415 },
  { phase: 'Sapphire', paintIndex: 416 },
  { phase: 'Black Pearl', paintIndex: 417 },
  { phase: 'Phase 1', paintIndex: 418 },
  { phase: 'Phase 2', paintIndex: 419 },
  { phase: 'Phase 3', paintIndex: 420 },
  { phase: 'Phase 4', paintIndex: 421 },
];

const plain: Omit<CatalogueItem, 'game' | 'name' | 'index'> = {
  type: 'Container',
  ...plainItem,
  rarity: 'Base Grade',
  basePrice: 2,
};

type Draft = Omit<CatalogueItem, 'index'>;

const skins: readonly Draft[] = finishes.flatMap(([finish, defIndex, paintIndex]) =>
  ['', 'StatTrak™ '].flatMap((prefix) =>
    conditions.map((condition, wear) => ({
      ...plain,
      game: 'CS2' as const,
      name: `${prefix}${finish} (${condition})`,
      type: 'Rifle',
      rarity: 'Classified',
      weapon: finish.split(' | ')[0] ?? null,
      defIndex,
      paintIndex,
      minFloat: bands[wear] ?? 0,
      maxFloat: bands[wear + 1] ?? 1,
      basePrice: 40 - 7 * wear,
    })),
  ),
);

const knives: readonly Draft[] = [
  ['★ Bayonet', 500],
  ['★ Karambit', 507],
].map(([knife, defIndex]) => ({
  ...plain,
  game: 'CS2',
  name: `${knife} | Doppler (Factory New)`,
  type: 'Knife',
  rarity: 'Covert',
  weapon: String(knife).replace('★ ', ''),
  defIndex: Number(defIndex),
  minFloat: 0,
  maxFloat: 0.07,
  phases: dopplers,
  basePrice: 900,
}));

const others = (game: Game, type: string, names: readonly string[]): readonly Draft[] =>
  names.map((name) => ({ ...plain, game, name, type }));

const numbered = (drafts: readonly Draft[]): readonly CatalogueItem[] =>
  drafts.map((draft, index) => ({ ...draft, index }));

/** A small catalogue with one item of each kind that marketplaces write differently. */
export const stageItems: Readonly<Record<Game, readonly CatalogueItem[]>> = {
  CS2: numbered([
    ...skins,
    ...knives,
    ...others('CS2', 'Sticker', ['Sticker | Crown (Foil)', 'Sticker | Howling Dawn', 'Sticker | Fire Serpent (Foil)']),
    ...others('CS2', 'Container', ['Kilowatt Case', 'Fracture Case', 'Clutch Case']),
    ...others('CS2', 'Agent', ['Jungle Rebel | Elite Crew']),
  ]),
  Dota2: numbered(others('Dota2', 'Wearable', [liquidNames.Dota2, 'Dragonclaw Hook', 'Inscribed Dark Artistry Cape'])),
  Rust: numbered(others('Rust', 'Weapon', [liquidNames.Rust, 'Fire jacket', 'Neon Dragon Garage Door'])),
  TF2: numbered(
    others('TF2', 'Tool', [liquidNames.TF2, 'Tour of Duty Ticket', 'Strange Potassium Bonnet']).map((draft) => ({
      ...draft,
      classes: ['Heavy'],
    })),
  ),
};
