import Type, { type Static } from 'typebox';
import type { Game } from './game.ts';

// Several times the longest text seen. A stream message carries one or two of each and must stay well below the 1 MiB
// that stream clients accept
export const ShortText = Type.String({ maxLength: 512 });
export const LongText = Type.String({ maxLength: 8_192 });
const textLimits = { minLength: 1, maxLength: 512 };
export const Name = Type.String(textLimits);
/** Most UTF-16 units in the name of an item, in requests as in records. */
export const nameLimit = 256;
/** A marketplace's id; where it publishes none, an id joined from links and other texts. */
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

/** The wear band at the end of a CS2 name; null for other names and other games. */
export const conditionOf = (game: Game, name: string): Condition | null =>
  game === 'CS2' ? (conditions.find((condition) => name.endsWith(` (${condition})`)) ?? null) : null;

/** A sticker applied to an item; wear 0 is pristine. */
export const Sticker = Type.Object({
  /** Clients of the stream refuse an offer that has a sticker with a blank name. */
  name: Type.String({ ...textLimits, pattern: '\\S' }),
  wear: Type.Number({ minimum: 0, maximum: 1 }),
  slot: Type.Integer({ minimum: 0 }),
});
export type Sticker = Static<typeof Sticker>;

/** The limit is higher than the number of stickers that fit on any item. */
export const Stickers = Type.Array(Sticker, { maxItems: 64 });
