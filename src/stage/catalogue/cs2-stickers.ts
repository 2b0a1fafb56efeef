import type { Draft } from './item.ts';
import { listOf } from './table-text.ts';
import { taste } from './worth.ts';

type Event = {
  readonly name: string;
  /** Price of the plain sticker in dollars. */
  readonly price: number;
  readonly variants: readonly string[];
  readonly teams: string;
};

const variantWorth: Readonly<Record<string, number>> = { '': 1, Glitter: 1.6, Foil: 4, Holo: 6, Gold: 22 };

const events: readonly Event[] = [
  {
    name: 'Katowice 2014',
    price: 420,
    variants: ['', 'Holo'],
    teams: `
      iBUYPOWER; Titan; Reason Gaming; Vox Eminor; Natus Vincere; Ninjas in Pyjamas; Fnatic; Virtus.Pro
      Team Dignitas; Team LDLC.com; HellRaisers; compLexity Gaming; Clan-Mystik; mousesports; LGB eSports; 3DMAX
    `,
  },
  {
    name: 'Stockholm 2021',
    price: 0.35,
    variants: ['', 'Holo', 'Foil', 'Gold'],
    teams: `
      Natus Vincere; G2 Esports; Gambit Gaming; FURIA; Ninjas in Pyjamas; Vitality; Heroic; Virtus.Pro
      Astralis; FaZe Clan; Team Liquid; ENCE; MOUZ; Copenhagen Flames; Evil Geniuses; BIG; Renegades; Tyloo
      Team Spirit; Entropiq; GODSENT; paiN Gaming; Sharks Esports; Movistar Riders
    `,
  },
  {
    name: 'Antwerp 2022',
    price: 0.12,
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    teams: `
      Natus Vincere; FaZe Clan; G2 Esports; Heroic; Ninjas in Pyjamas; FURIA; BIG; Copenhagen Flames; Cloud9
      Vitality; ENCE; Astralis; Team Spirit; Outsiders; Team Liquid; Bad News Eagles; forZe eSports
      Imperial Esports; MIBR; Eternal Fire; Complexity Gaming; IHC Esports; Renegades; 9z Team
    `,
  },
  {
    name: 'Rio 2022',
    price: 0.1,
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    teams: `
      FaZe Clan; Natus Vincere; Vitality; Heroic; Team Spirit; Ninjas in Pyjamas; Sprout Esports; Cloud9
      ENCE; BIG; Team Liquid; MOUZ; Bad News Eagles; FURIA; Outsiders; Fnatic; OG; Evil Geniuses; GamerLegion
      9z Team; Grayhound Gaming; IHC Esports; 00 Nation; Imperial Esports
    `,
  },
  {
    name: 'Paris 2023',
    price: 0.08,
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    teams: `
      Vitality; GamerLegion; Heroic; Apeks; FaZe Clan; Natus Vincere; G2 Esports; Into The Breach; FURIA
      Bad News Eagles; 9INE; Ninjas in Pyjamas; ENCE; Fnatic; Team Liquid; Monte; paiN Gaming; MOUZ; Complexity Gaming
      Grayhound Gaming; Fluxo; OG; The MongolZ
    `,
  },
  {
    name: 'Copenhagen 2024',
    price: 0.08,
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    teams: `
      Natus Vincere; FaZe Clan; G2 Esports; Vitality; Team Spirit; MOUZ; Virtus.pro; Cloud9; Heroic
      Eternal Fire; FURIA; Complexity Gaming; The MongolZ; Imperial Esports; Apeks; GamerLegion; SAW; paiN Gaming
      ENCE; KOI; Lynn Vision; Legacy; AMKAL ESPORTS
    `,
  },
];

const players: readonly { readonly event: string; readonly variants: readonly string[]; readonly names: string }[] = [
  {
    event: 'Stockholm 2021',
    variants: ['', 'Gold'],
    names: `
      s1mple; electroNic; Perfecto; b1t; Boombl4; NiKo; huNter-; ZywOo; apEX; device; REZ; KSCERATO; yuurih; sh1ro; Ax1Le
    `,
  },
  {
    event: 'Paris 2023',
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    names: 'ZywOo; apEX; Magisk; dupreeh; Spinx; s1mple; b1t; m0NESY; NiKo; ropz; broky; rain; karrigan; Twistzz',
  },
  {
    event: 'Copenhagen 2024',
    variants: ['', 'Glitter', 'Holo', 'Gold'],
    names: 'donk; jL; Aleksib; iM; w0nderful; b1t; m0NESY; NiKo; ZywOo; ropz; frozen; broky; sh1ro; magixx',
  },
];

const others = `
  Crown (Foil); Howling Dawn; King on the Field; Harp of War (Holo); Flammable (Foil); Headhunter (Foil); Swag (Foil)
  Vigilance (Holo); Bish (Holo); Bomb Code; Phoenix (Foil); Sherry; Move It
  Stupid Banana (Foil); Guardian Dragon (Foil); Winged Defuser; Doomed
  Lucky 13; Chicken Lover; Shave Master; My Other Awp; Rising Skull; Llama Cannon; Nice Shot; Drug War Veteran
  Hello AK-47; Hello AWP; Hello M4A4; Liquid Fire; Sneaky Beaky Like
  Seek & Destroy; Don't Worry, I'm Pro; Stone Scales; Skull Troop; Salute!; Pigeon Master; Toy Tiger; Unicorn
  Unicorn (Holo); Nelu the Bear; Flickshot; Retake Expert; Basilisk; Dragon Lore (Foil)
  Robo; Ivette; Kimberly; Martha; Pros Don't Fake
`;

/** No real market name with a slash is known, but every character has to be played. */
export const madeUpName = "Sticker | Made-up for the Stage: A/B & C? #1 + 'D'";

const sticker = (text: string, rarity: string, basePrice: number): Draft => ({
  name: `Sticker | ${text}`,
  type: 'Sticker',
  rarity,
  basePrice,
});

const rarityOf = (variant: string): string => {
  if (variant === 'Gold') return 'Extraordinary';
  if (variant === 'Foil') return 'Exotic';
  return variant === '' ? 'High Grade' : 'Remarkable';
};

/** A sticker in each of its variants: "Titan | Katowice 2014", "Titan (Holo) | Katowice 2014". */
const inVariants = (name: string, event: string, variants: readonly string[], price: number): readonly Draft[] =>
  variants.map((variant) => {
    const text = variant === '' ? `${name} | ${event}` : `${name} (${variant}) | ${event}`;
    return sticker(text, rarityOf(variant), price * (variantWorth[variant] ?? 1));
  });

export const stickerItems = (): readonly Draft[] => [
  ...events.flatMap(({ name, price, variants, teams }) =>
    listOf(teams).flatMap((team) => inVariants(team, name, variants, price * taste(team + name))),
  ),
  ...players.flatMap(({ event, variants, names }) =>
    listOf(names).flatMap((player) => inVariants(player, event, variants, 0.15 * taste(player))),
  ),
  ...listOf(others).map((name) => {
    const variant = /\((Foil|Holo)\)$/.exec(name)?.[1] ?? '';
    return sticker(name, rarityOf(variant), 2.5 * taste(name) ** 2 * (variantWorth[variant] ?? 1));
  }),
  { ...sticker('', 'High Grade', 1), name: madeUpName },
];
