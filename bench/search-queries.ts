import type { Game } from '../src/schema/index.ts';
import { createRandom } from './made-up-items.ts';

// What makes a search long: that nearly everything, or nothing, is found
const hardQueries = ['a', 'e', '(', '|', '™', '★', 'te', 'field', 'tested a', 'a e i', 'zzzz', 'no such name', '龍王'];

export type Question = { readonly game: Game; readonly text: string };

/** A quarter each of hard queries, whole names, beginnings of names, and two words of a name, of every game in turn. */
export function questionsFrom(names: Readonly<Partial<Record<Game, readonly string[]>>>, count: number): Question[] {
  const random = createRandom(3);
  const shelves = Object.entries(names) as [Game, readonly string[]][];
  return Array.from({ length: count }, (_, at) => {
    const [game, all] = shelves[Math.floor(at / 4) % shelves.length] as [Game, readonly string[]];
    const name = all[Math.floor(random() * all.length)] as string;
    const hard = hardQueries[Math.floor(at / 4 / shelves.length) % hardQueries.length] as string;
    const words = name.split(' ').filter((word) => word !== '|');
    const forms = [
      hard,
      name,
      name.slice(0, 1 + Math.floor(random() * name.length)),
      [words.at(-1), words[Math.floor(random() * words.length)]].join(' '),
    ];
    return { game, text: forms[at % forms.length] as string };
  });
}
