import { type Game, games } from '../../../src/schema/index.ts';
import { catalogue } from '../../../src/stage/catalogue/catalogue.ts';
import { liquidNames } from '../../../src/stage/catalogue/liquid-names.ts';
import type { CatalogueItem } from '../../../src/stage/market/world.ts';

/** A name that no marketplace has, with every character that trips up encodings. */
export const markedName = "Made-up Sign | ★ ™ + %20 100% # / & ? ' = ; 龍王 (Field-Tested)";

/** Real names with such characters, including consecutive spaces. */
export const awkwardNames: Readonly<Record<Game, readonly string[]>> = {
  CS2: [
    'M4A4 | 龍王 (Dragon King) (Field-Tested)',
    '★ StatTrak™ Karambit | Doppler (Factory New)',
    '★ Bayonet',
    "M4A1-S | Chantico's Fire (Factory New)",
    'Sticker | Seek & Destroy',
    "Sticker | Made-up for the Stage: A/B & C? #1 + 'D'",
    markedName,
  ],
  Dota2: [
    'Taunt: Party On?  Party Off!',
    'Avo+ Talent Sticker - TI 2022',
    '100% Battle Bonus (2 Hours)',
    'Battle of America #2',
    'Lima Five Peru Season "Killer"',
    "Great Sage's Reckoning",
    markedName,
  ],
  Rust: ['Skull & Bones TShirt', 'Whens Whip?', "60's Army Jacket", markedName],
  TF2: ["What's in the Companion Square Box?", 'Defragmenting Hard Hat 17%', 'Strange Bonk! Atomic Punch', markedName],
};

const plainNames: Readonly<Record<Game, readonly string[]>> = {
  CS2: [
    'AK-47 | Redline (Minimal Wear)',
    'AK-47 | Redline (Well-Worn)',
    'StatTrak™ AK-47 | Redline (Field-Tested)',
    '★ Karambit | Doppler (Factory New)',
    'Sticker | Crown (Foil)',
    'Dreams & Nightmares Case',
    'CS:GO Weapon Case',
    'CS:GO Weapon Case 2',
  ],
  Dota2: [],
  Rust: [],
  TF2: ['Color No. 216-190-216', 'Mann Co. Orange'],
};

const madeUp = (game: Game): CatalogueItem => {
  const [model] = catalogue[game];
  if (model === undefined) throw new Error(`the catalogue has no ${game} item to make another of`);
  return { ...model, name: markedName, index: catalogue[game].length + 1, basePrice: 3.2, phases: [] };
};

/** So many names with variants that a marketplace does not run out of all of them. */
export const someDopplers: readonly CatalogueItem[] = catalogue.CS2.filter(({ phases }) => phases.length > 0).slice(
  0,
  9,
);

const itemsOf = (game: Game): readonly CatalogueItem[] => {
  const known = new Map([...catalogue[game], madeUp(game)].map((item) => [item.name, item]));
  const named = [liquidNames[game], ...awkwardNames[game], ...plainNames[game]].map((name) => {
    const item = known.get(name);
    if (item === undefined) throw new Error(`"${name}" is not in the catalogue of ${game}; take another name`);
    return item;
  });
  return game === 'CS2' ? [...new Set([...named, ...someDopplers])] : named;
};

/** A catalogue so small that a service has read all of it within seconds. */
export const playedItems = Object.fromEntries(games.map((game) => [game, itemsOf(game)])) as Readonly<
  Record<Game, readonly CatalogueItem[]>
>;
