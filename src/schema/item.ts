import Type, { type Static } from 'typebox';
import type { Game } from './game.ts';

// Several times as long as any that is known, and so short that a message of the stream, which bears one or two of each, stays
// well below the megabyte that its readers take
export const ShortText = Type.String({ maxLength: 512 });
export const LongText = Type.String({ maxLength: 8_192 });
export const Name = Type.String({ minLength: 1, maxLength: 512 });
/** Of a marketplace; where it shows none, links and other texts are put together for one. */
export const Id = Type.String({ minLength: 1, maxLength: 16_384 });

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

/** The five wear bands of CS2, best first. */
export const conditions = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;
export type Condition = (typeof conditions)[number];

/** The wear band a CS2 name ends with; null for other names and in the other games. */
export const conditionOf = (game: Game, name: string): Condition | null =>
  game === 'CS2' ? (conditions.find((condition) => name.endsWith(` (${condition})`)) ?? null) : null;

/** A sticker applied to an item; wear 0 is pristine. */
export const Sticker = Type.Object({
  name: Name,
  wear: Type.Number({ minimum: 0, maximum: 1 }),
  slot: Type.Integer({ minimum: 0 }),
});
export type Sticker = Static<typeof Sticker>;

/** More than fit onto any item. */
export const Stickers = Type.Array(Sticker, { maxItems: 64 });
