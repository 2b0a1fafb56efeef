import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Nullable } from './nullable.ts';

/** The Doppler and Gamma Doppler variants, in their public spelling. */
export const phases = [
  'Phase 1',
  'Phase 2',
  'Phase 3',
  'Phase 4',
  'Ruby',
  'Sapphire',
  'Black Pearl',
  'Emerald',
] as const;

export const Phase = Type.Enum([...phases], { description: 'Doppler variant' });
export type Phase = (typeof phases)[number];

/** What is priced: a game, Steam's unique English name, and the Doppler variant where there is one. */
export const ItemRef = Type.Object({ game: Game, name: Type.String({ minLength: 1 }), phase: Nullable(Phase) });
export type ItemRef = Static<typeof ItemRef>;

/** The five wear bands of CS2, best first. */
export const conditions = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;
export type Condition = (typeof conditions)[number];

/** The wear band a CS2 name ends with; null for other names and in the other games. */
export const conditionOf = (game: Game, name: string): Condition | null =>
  game === 'CS2' ? (conditions.find((condition) => name.endsWith(` (${condition})`)) ?? null) : null;

/** A sticker applied to an item; wear 0 is pristine. */
export const Sticker = Type.Object({
  name: Type.String({ minLength: 1 }),
  wear: Type.Number({ minimum: 0, maximum: 1 }),
  slot: Type.Integer({ minimum: 0 }),
});
export type Sticker = Static<typeof Sticker>;
