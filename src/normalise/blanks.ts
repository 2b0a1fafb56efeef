import type { Game } from '../schema/index.ts';

/** Steam has two or more spaces in these names; marketplaces that collapse them mean the same items. */
const doubled: Readonly<Partial<Record<Game, readonly string[]>>> = {
  CS2: [
    'Ground Rebel  | Elite Crew',
    'Michael Syfers  | FBI Sniper',
    'Sticker Slab | Ninjas in Pyjamas  | Katowice 2015',
    'Sticker Slab | Vox Eminor  | Katowice 2015',
    'Sticker Slab | niko  | Paris 2023',
    'Sticker Slab | niko (Foil)  | London 2018',
    'Sticker Slab | niko (Glitter)  | Paris 2023',
    'Sticker Slab | niko (Gold)  | Paris 2023',
    'Sticker Slab | niko (Holo)  | Paris 2023',
    'Sticker | AdreN  | MLG Columbus 2016',
    'Sticker | AdreN (Foil)  | MLG Columbus 2016',
    'Sticker | Ninjas in Pyjamas  | Katowice 2015',
    'Sticker | PENTA Sports  | Katowice 2015',
    'Sticker | Vox Eminor  | Katowice 2015',
    'Sticker | niko  | London 2018',
    'Sticker | niko  | Paris 2023',
    'Sticker | niko (Foil)  | London 2018',
    'Sticker | niko (Glitter)  | Paris 2023',
    'Sticker | niko (Gold)  | London 2018',
    'Sticker | niko (Gold)  | Paris 2023',
    'Sticker | niko (Holo)  | Paris 2023',
  ],
  Dota2: [
    'Black Fyre Amateur Series  - 2015',
    'C. smile  < Player Sticker - TI 2022',
    'Effigy Block of The Fall 2016 Battle Pass  Level I',
    'Faceless Void  Loading Screen',
    'Frank-   -  大花 FEeDeR Player Sticker - TI 2022',
    'Insania  Player Sticker - TI 2024',
    'Insania  Player Sticker - TI 2024 Champion',
    'Insania  Player Sticker - TI 2025',
    'MieRo  Player Sticker - TI 2024',
    'Phantom Lancer  Loading Screen',
    'Serac and Floe -  the Seal Bundle',
    'Staff  of the Skyfire Apostate',
    'Study  Talent Sticker - TI 2024',
    'Taunt:  Chain Break Dance',
    'Taunt:  Pleasant Distraction',
    'Taunt:  The Cat Dancer!',
    'Taunt: Party On?  Party Off!',
    'Wisper  Player Sticker - TI 2022',
    'Zhuo -  Blade of Blaze Armor',
  ],
};

/** Quality prefixes of Dota 2 names; further spaces after them belong to the item's name. */
const quality = /^(?:Ascendant|Autographed|Corrupted|Glitter|Gold|Holo|Inscribed) /;
/** These names begin with a space, which shows only after a quality. */
const indented = /^Song of the Bluebird - /;

const tidied = (name: string): string => name.replace(/ {2,}/g, ' ');

const byGame = new Map(
  Object.entries(doubled).map(([game, names]) => [game, new Map(names.map((name) => [tidied(name), name]))]),
);

/** Restores Steam's own name if only its spaces were collapsed. */
export function withOwnBlanks(game: Game, name: string): string {
  const names = byGame.get(game);
  const own = names?.get(name);
  if (own !== undefined || game !== 'Dota2') return own ?? name;
  const [before] = quality.exec(name) ?? [];
  if (before === undefined) return name;
  const rest = name.slice(before.length);
  return before + (indented.test(rest) ? ` ${rest}` : (names?.get(rest) ?? rest));
}
