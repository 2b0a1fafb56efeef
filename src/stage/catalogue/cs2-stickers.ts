import stickers from './cs2-stickers.json' with { type: 'json' };
import type { Draft } from './item.ts';
import { taste } from './worth.ts';

const variantWorth: Readonly<Record<string, number>> = { '': 1, Glitter: 1.6, Foil: 4, Holo: 6, Gold: 22 };

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
  ...stickers.events.flatMap(({ name, price, variants, teams }) =>
    teams.flatMap((team) => inVariants(team, name, variants, price * taste(team + name))),
  ),
  ...stickers.players.flatMap(({ event, variants, names }) =>
    names.flatMap((player) => inVariants(player, event, variants, 0.15 * taste(player))),
  ),
  ...stickers.others.map((name) => {
    const variant = /\((Foil|Holo)\)$/.exec(name)?.[1] ?? '';
    return sticker(name, rarityOf(variant), 2.5 * taste(name) ** 2 * (variantWorth[variant] ?? 1));
  }),
  { ...sticker('', 'High Grade', 1), name: madeUpName },
];
