import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extent } from '../../../test/support/runner/long-run.ts';
import { NameTable } from '../memory/name-table.ts';
import { NameIndexes } from './name-indexes.ts';

/** Names of one game in indexes; `pieces` holds what was put off, and each call of `work` does a piece of it. */
function openIndexes(mayWait: boolean) {
  const pieces: (() => boolean)[] = [];
  const names: NameTable = new NameTable((name, key) => indexes.add(name, key));
  const indexes = new NameIndexes('CS2', names, (piece) => void pieces.push(piece));
  indexes.mayWait = mayWait;
  const found = (query: string): [name: string, likeness: number][] => {
    const { names: numbers, likeness, count } = indexes.containing(query);
    return Array.from({ length: count }, (_, at): [string, number] => [
      names.name(numbers[at] as never),
      likeness[at] as number,
    ]).sort();
  };
  const work = (): void => {
    const [piece] = pieces;
    if (piece !== undefined && !piece()) pieces.shift();
  };
  return { names, indexes, pieces, found, work };
}

function enter({ names }: ReturnType<typeof openIndexes>, texts: readonly string[]): void {
  for (const text of texts) names.numberFor(text);
}

const name = fc
  .tuple(
    fc.constantFrom('AK-47', 'AWP', '★ Karambit'),
    fc.constantFrom('Redline', 'Doppler', 'Ph'),
    fc.nat({ max: 300 }),
  )
  .map(([item, finish, number]) => `${item} | ${finish} ${number}`);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.array(name, { maxLength: 120 }) },
  fc.constantFrom('redline 1', 'ak-47 |', 'AWP | Ph 7', 'karambit doppler', ''),
  fc.constant(null),
);

it('finds the same names by their words whether these are indexed or wait for it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const waiting = openIndexes(true);
      const atOnce = openIndexes(false);
      for (const one of steps) {
        if (one === null) waiting.work();
        else if (typeof one === 'string') expect(waiting.found(one)).toEqual(atOnce.found(one));
        else for (const opened of [waiting, atOnce]) enter(opened, one);
      }
    }),
    { numRuns: extent({ short: 100, long: 1_000 }) },
  );
});

it('indexes in pieces of fifty what waits, and a name that may not wait after all that do', () => {
  const { names, indexes, pieces, work } = openIndexes(true);
  for (let number = 0; number < 120; number += 1) names.numberFor(`Case ${number}`);
  const left = [pieces.length];
  for (let piece = 0; piece < 3; piece += 1) {
    work();
    left.push(pieces.length);
  }
  expect(left).toEqual([1, 1, 1, 0]);

  for (let number = 200; number < 400; number += 1) names.numberFor(`Case ${number}`);
  indexes.mayWait = false;
  names.numberFor('Case 400');
  work();

  expect(pieces).toEqual([]);
  expect(indexes.nearest.find('Casr 399')).toBe('Case 399');
  expect(indexes.words.holding('case400', indexes.containing('nothing')).count).toBe(1);
});
