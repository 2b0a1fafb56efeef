import { conditions } from '../../../schema/index.ts';
import type { Draft } from '../item.ts';
import { shareOf, taste } from '../worth.ts';
import { pairs } from './pairs.ts';
import words from './words.json' with { type: 'json' };

const qualities = ['Standard', 'Inscribed', 'Autographed', 'Corrupted', 'Frozen', 'Genuine'] as const;
const rarities = ['Common', 'Uncommon', 'Rare', 'Mythical', 'Legendary', 'Immortal'] as const;

/** Sets of what a hero wears: a piece for each slot, in each quality. */
export function* madeUpDota2(): Generator<Draft> {
  for (const [position, pair] of [...pairs()].entries()) {
    const hero = words.heroes[position % words.heroes.length] ?? '';
    const rank = Math.floor(shareOf(pair) ** 1.5 * rarities.length);
    for (const [slot, things] of Object.entries(words.worn)) {
      const base = `${things[position % things.length]} of the ${pair}`;
      for (const quality of qualities)
        yield {
          name: quality === 'Standard' ? base : `${quality} ${base}`,
          type: 'Wearable',
          rarity: rarities[rank] ?? null,
          quality,
          hero,
          slot,
          basePrice: 0.06 * 2.4 ** rank * taste(base),
        };
    }
  }
}

/** A theme drawn on every thing. */
export function* madeUpRust(): Generator<Draft> {
  for (const pair of pairs())
    for (const [type, things] of Object.entries(words.drawnOn))
      for (const drawnOn of things)
        yield { name: `${pair} ${drawnOn}`, type, drawnOn, basePrice: 3 * taste(`${pair}${drawnOn}`) ** 1.4 };
}

const classes = ['Scout', 'Soldier', 'Pyro', 'Demoman', 'Heavy', 'Engineer', 'Medic', 'Sniper', 'Spy'] as const;
const grades = ['Civilian', 'Freelance', 'Mercenary', 'Commando', 'Assassin', 'Elite'] as const;

const classesOf = (name: string): readonly string[] => {
  const position = Math.floor(shareOf(name) * (classes.length + 2));
  const only = classes[position];
  return only === undefined ? [] : [only];
};

const hatQualities = [
  { quality: 'Unique', worth: 1 },
  { quality: 'Strange', worth: 2 },
  { quality: 'Unusual', worth: 70 },
] as const;

function* hats(): Generator<Draft> {
  for (const pair of pairs()) {
    const hat = `${pair} ${words.hats[Math.floor(shareOf(pair) * words.hats.length)]}`;
    for (const { quality, worth } of hatQualities)
      yield {
        name: quality === 'Unique' ? hat : `${quality} ${hat}`,
        type: 'Cosmetic',
        quality,
        classes: classesOf(hat),
        basePrice: 1.2 * taste(hat) * worth,
      };
  }
}

/** Weapons decorated by a war paint, whose grade TF2 calls so and other games a rarity. */
function* decorated(): Generator<Draft> {
  for (const pair of pairs())
    for (const weapon of words.painted)
      for (const condition of conditions)
        yield {
          name: `${pair} ${weapon} (${condition})`,
          type: weapon === 'Knife' || weapon === 'Wrench' ? 'Melee' : 'Primary',
          rarity: grades[Math.floor(shareOf(pair) * grades.length)] ?? null,
          quality: 'Decorated Weapon',
          collection: `${pair.split(' ')[0]} Collection`,
          classes: classesOf(weapon),
          basePrice: 2 * taste(pair + weapon),
        };
}

const shareOfHats = 1000;

export function* madeUpTf2(): Generator<Draft> {
  let count = 0;
  for (const hat of hats()) {
    if (count === shareOfHats) break;
    count += 1;
    yield hat;
  }
  yield* decorated();
}
