import type { Draft } from './item.ts';
import { listOf } from './table-text.ts';
import { taste } from './worth.ts';

type Family = {
  readonly type: string;
  readonly rarity: string;
  /** Prefix of each name. */
  readonly prefix: string;
  readonly price: number;
  readonly names: string;
};

const families: readonly Family[] = [
  {
    type: 'Container',
    rarity: 'Base Grade',
    prefix: '',
    price: 3,
    names: `
      CS:GO Weapon Case; CS:GO Weapon Case 2; CS:GO Weapon Case 3; eSports 2013 Case; eSports 2013 Winter Case
      eSports 2014 Summer Case; Winter Offensive Weapon Case; Operation Bravo Case; Operation Phoenix Weapon Case
      Operation Breakout Weapon Case; Operation Vanguard Weapon Case; Operation Wildfire Case; Operation Hydra Case
      Operation Broken Fang Case; Operation Riptide Case; Huntsman Weapon Case; Chroma Case; Chroma 2 Case; Chroma 3 Case
      Falchion Case; Shadow Case; Revolver Case; Gamma Case; Gamma 2 Case; Glove Case; Spectrum Case; Spectrum 2 Case
      Clutch Case; Horizon Case; Danger Zone Case; Prisma Case; Prisma 2 Case; CS20 Case; Shattered Web Case
      Fracture Case; Snakebite Case; Dreams & Nightmares Case; Recoil Case; Revolution Case; Kilowatt Case; Gallery Case
      Fever Case; Sticker Capsule; Sticker Capsule 2; Community Sticker Capsule 1; Pinups Capsule; Slid3 Capsule
      Team Roles Capsule; Bestiary Capsule; Sugarface Capsule; Enfu Sticker Capsule; Skill Groups Capsule
      Feral Predators Capsule; Chicken Capsule; Halo Capsule; Half-Life: Alyx Sticker Capsule; Warhammer 40,000 Sticker Capsule
      EMS Katowice 2014 Legends; EMS Katowice 2014 Challengers; ESL One Cologne 2014 Legends; Stockholm 2021 Legends Sticker Capsule
      Antwerp 2022 Legends Sticker Capsule; Rio 2022 Legends Sticker Capsule; Paris 2023 Legends Sticker Capsule
      Copenhagen 2024 Legends Sticker Capsule; Stockholm 2021 Mirage Souvenir Package; Antwerp 2022 Dust II Souvenir Package
      Rio 2022 Inferno Souvenir Package; Paris 2023 Mirage Souvenir Package; Paris 2023 Anubis Souvenir Package
    `,
  },
  {
    type: 'Key',
    rarity: 'Base Grade',
    prefix: '',
    price: 9,
    names:
      'Operation Breakout Case Key; Falchion Case Key; Huntsman Case Key; Chroma Case Key; Chroma 2 Case Key; Shadow Case Key; Revolver Case Key',
  },
  {
    type: 'Agent',
    rarity: 'Master',
    prefix: '',
    price: 14,
    names: `
      Sir Bloody Miami Darryl | The Professionals; Number K | The Professionals; Safecracker Voltzmann | The Professionals
      Little Kev | The Professionals; Getaway Sally | The Professionals; Sir Bloody Darryl Royale | The Professionals
      Sir Bloody Loudmouth Darryl | The Professionals; Sir Bloody Silent Darryl | The Professionals
      Bloody Darryl The Strapped | The Professionals; Cmdr. Mae 'Dead Cold' Jamison | SWAT; 1st Lieutenant Farlow | SWAT
      John 'Van Healen' Kask | SWAT; Bio-Haz Specialist | SWAT; Sergeant Bombson | SWAT; Chem-Haz Specialist | SWAT
      Special Agent Ava | FBI; Operator | FBI SWAT; Markus Delrow | FBI HRT
      Lt. Commander Ricksaw | NSWC SEAL; Seal Team 6 Soldier | NSWC SEAL; Buckshot | NSWC SEAL; 'Two Times' McCoy | USAF TACP
      'Two Times' McCoy | TACP Cavalry; 'Blueberries' Buckshot | NSWC SEAL; 3rd Commando Company | KSK
      B Squadron Officer | SAS; D Squadron Officer | NZSAS; The Elite Mr. Muhlik | Elite Crew
      Osiris | Elite Crew; Prof. Shahmat | Elite Crew; Enforcer | Phoenix; Slingshot | Phoenix; Soldier | Phoenix
      Street Soldier | Phoenix; 'The Doctor' Romanov | Sabre; Blackwolf | Sabre; Maximus | Sabre; Dragomir | Sabre
      Rezan The Ready | Sabre; Rezan the Redshirt | Sabre; Dragomir | Sabre Footsoldier
      Vypa Sista of the Revolution | Guerrilla Warfare; 'Medium Rare' Crasswater | Guerrilla Warfare
      Crasswater The Forgotten | Guerrilla Warfare; Elite Trapper Solman | Guerrilla Warfare; Arno The Overgrown | Guerrilla Warfare
      Trapper | Guerrilla Warfare; Trapper Aggressor | Guerrilla Warfare; Col. Mangos Dabisi | Guerrilla Warfare
      Sous-Lieutenant Medic | Gendarmerie Nationale; Chem-Haz Capitaine | Gendarmerie Nationale
      Chef d'Escadron Rouchard | Gendarmerie Nationale; Aspirant | Gendarmerie Nationale; Officer Jacques Beltram | Gendarmerie Nationale
      Cmdr. Davida 'Goggles' Fernandez | SEAL Frogman; Cmdr. Frank 'Wet Sox' Baroud | SEAL Frogman
      Lieutenant Rex Krikey | SEAL Frogman; Lieutenant 'Tree Hugger' Farlow | SWAT; Primeiro Tenente | Brazilian 1st Battalion
      Jungle Rebel | Elite Crew
    `,
  },
  {
    type: 'Charm',
    rarity: 'Remarkable',
    prefix: 'Charm | ',
    price: 1.6,
    names: `
      Lil' Ava; Lil' Squirt; Lil' Teacup; Lil' Crass; Lil' Cap Gun; Lil' Monster; Lil' Sandy; Lil' SAS; Lil' Squatch
      Lil' Whiskers; That's Bananas; Big Kev; Hot Hands; Hot Howl; Hot Wurst; Hot Sauce; Diamond Dog; Disco MAC; Die-cast AK
      Titeenium AWP; Baby Karat T; Baby Karat CT; Semi-Precious; Chicken Lil'; Pocket AWP; Glamour Shot; POP Art; Whittle Knife
      Backsplash; Pinch O' Salt; Baby's AK; 8 Ball IGL
    `,
  },
  {
    type: 'Music Kit',
    rarity: 'High Grade',
    prefix: 'Music Kit | ',
    price: 5,
    names: `
      AWOLNATION, I Am; Kelly Bailey, Hazardous Environments; Sean Murray, A*D*8; Daniel Sadowski, Crimson Assault
      Daniel Sadowski, Total Domination; Noisia, Sharpened; Feed Me, High Noon; Dren, Death's Head Demolition
      Austin Wintory, Desert Fire; Sasha, LNOE; Skog, Metal; Skog, II-Headshot; Midnight Riders, All I Want for Christmas
      Matt Lange, IsoRhythm; Mateo Messina, For No Mankind; Various Artists, Hotline Miami; Ki:Theory, MOLOTOV
      Mord Fustang, Diamonds; Michael Bross, Invasion!; Ian Hultquist, Lion's Mouth; Proxy, Battlepack; Beartooth, Aggressive
      Beartooth, Disgusting; Blitz Kids, The Good Youth; Hundredth, FREE; Neck Deep, Life's Not Out To Get You
      New Beat Fund, Sponge Fingerz; Roam, Backbone; Twin Atlantic, GLA; Troels Folmann, Uber Blasto Phone
      The Verkkars, EZ4ENCE; Scarlxrd: King, Scar; Austin Wintory, Mocha Petal
      Tree Adams and Ben Bromfield, M.U.D.D. FORCE; Tim Huling, Neo Noir; Sam Marshall, Bodacious; Matt Levine, Drifter
      Amon Tobin, All for Dust; Neck Deep, The Lowlife Pack; Jesse Harlin, Astro Bellum
      Chipzel, ~Yellow Magic~; bbno$, u mad!; Denzel Curry, ULTIMATE; DRYDEN, Feel The Power; Freaky DNA, Vici
      Damjan Mravunac, The Talos Principle; Knock2, dashstar*; Ghost, Skeletá
    `,
  },
  {
    type: 'Patch',
    rarity: 'High Grade',
    prefix: 'Patch | ',
    price: 2,
    names: `
      Crazy Banana; The Boss; Chicken Lover; Koi; Longevity; Vigilance; Welcome to the Clutch; Dragon; Rage; Howl; Phoenix
      Bravo; Payback; Bloodhound; Breakout; Vanguard; Wildfire; Hydra; Shattered Web; Lambda; Combine Helmet; Alyx; Vortigaunt
      Headcrab Glyph; City 17; Black Mesa; Health; Copper Lambda; CMB
      Metal The Global Elite; Metal Distinguished Master Guardian
    `,
  },
  {
    type: 'Collectible',
    rarity: 'Extraordinary',
    prefix: '',
    price: 9,
    names: `
      Death Sentence Pin; Howl Pin; Hydra Pin; Cache Pin; Inferno Pin; Inferno 2 Pin; Mirage Pin; Nuke Pin; Train Pin; Dust II Pin
      Chroma Pin; Bloodhound Pin; Wildfire Pin; Valeria Phoenix Pin; Guardian Elite Pin; Guardian 2 Pin; Guardian 3 Pin
      Victory Pin; Militia Pin; Office Pin; Overpass Pin; Italy Pin; Cobblestone Pin; Baggage Pin; Bravo Pin; Phoenix Pin
      Welcome to the Clutch Pin; Easy Peasy Pin; Aces High Pin; Tactics Pin; Brigadier General Pin; Alyx Pin; Civil Protection Pin
      City 17 Pin; Copper Lambda Pin; Lambda Pin; Vortigaunt Pin; Headcrab Glyph Pin; Health Pin; CMB Pin; Black Mesa Pin
      Combine Helmet Pin
    `,
  },
];

const tags = `
  GGWP; GGEZ; Lambda; Double; Popdog; Choke; Okay; Sorry; Eco; Quickdraw; Sheriff; Ninja; Tilt; Chess King; Karambit; Noscope
`;

const colours = `
  Battle Green; Bazooka Pink; Blood Red; Brick Red; Cash Green; Desert Amber; Dust Brown; Frog Green; Jungle Green; Monarch Blue
  Monster Purple; Princess Pink; SWAT Blue; Shark White; Tiger Orange; Tracer Yellow; Violent Violet; War Pig Pink; Wire Blue
`;

/** Everything except weapons, gloves and stickers. */
export function* otherItems(): Generator<Draft> {
  for (const { type, rarity, prefix, price, names } of families) {
    for (const name of listOf(names))
      yield { name: prefix + name, type, rarity, basePrice: price * taste(name) ** 1.5 };
  }
  for (const tag of listOf(tags)) {
    for (const colour of listOf(colours))
      yield {
        name: `Sealed Graffiti | ${tag} (${colour})`,
        type: 'Graffiti',
        rarity: 'Base Grade',
        basePrice: 0.06 * taste(tag + colour),
      };
  }
}
