import { gameOf } from '../../games.ts';
import { query } from '../../router.ts';

/** What the address asks to be shown, as texts. */
export function wishesOf() {
  const given = query.value;
  const text = (name: string) => given.get(name) ?? '';
  return {
    game: gameOf(given.get('game')),
    marketplace: text('marketplace'),
    words: text('words'),
    min: text('min'),
    max: text('max'),
    fmin: text('fmin'),
    fmax: text('fmax'),
    /** Percent below the lowest ask of every other marketplace, which the service must be asked for. */
    below: text('below'),
    isFloorOnly: given.get('floor') === '1',
  };
}

export type Wishes = ReturnType<typeof wishesOf>;

const float = (text: string): number | null =>
  text !== '' && Number(text) >= 0 && Number(text) <= 1 ? Number(text) : null;

/** Bounds of the float as the stream takes them. */
export function floatBounds({ fmin, fmax }: Pick<Wishes, 'fmin' | 'fmax'>) {
  const [least, most] = [float(fmin), float(fmax)];
  return { ...(least !== null && { minFloat: least }), ...(most !== null && { maxFloat: most }) };
}

/** Whether every word occurs in a name, in any case and order. */
export function hasWords(words: string): (name: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return () => true;
  return (name) => {
    const text = name.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}
