import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import type { Phase } from '../schema/index.ts';
import { splitPhase } from './identity.ts';
import { phaseOf } from './phase.ts';

type Variant = { readonly name: string; readonly phase: Phase };

const knives = ['Karambit', 'Ursus Knife'];
const numbered: readonly Phase[] = ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4'];
const families: Readonly<Record<string, readonly Phase[]>> = {
  Doppler: [...numbered, 'Ruby', 'Sapphire', 'Black Pearl'],
  'Gamma Doppler': [...numbered, 'Emerald'],
};

const variants: readonly Variant[] = Object.entries(families).flatMap(([family, phases]) =>
  phases.flatMap((phase) =>
    [...knives.flatMap((knife) => [`★ ${knife}`, `★ StatTrak™ ${knife}`]), 'Glock-18'].flatMap((weapon) =>
      [' (Factory New)', ' (Minimal Wear)', ''].map((wear) => ({ name: `${weapon} | ${family}${wear}`, phase })),
    ),
  ),
);

const numberWords = [
  ['1', 'I', 'One', '一'],
  ['2', 'II', 'Two', '二'],
  ['3', 'III', 'Three', '三'],
  ['4', 'IV', 'Four', '四'],
] as const;
const gemWords: Readonly<Partial<Record<Phase, readonly string[]>>> = {
  Ruby: ['Ruby', 'RUBY', 'ruby', '红宝石', 'Рубин'],
  Sapphire: ['Sapphire', '蓝宝石', 'Сапфир'],
  'Black Pearl': ['Black Pearl', 'BlackPearl', 'black-pearl', '黑珍珠', 'Чёрный жемчуг', 'Черная жемчужина'],
  Emerald: ['Emerald', '绿宝石', 'Изумруд'],
};

/** Every way of writing a variant that is understood. */
function wordsFor(phase: Phase): readonly string[] {
  const number = numberWords[numbered.indexOf(phase)];
  if (number === undefined) return gemWords[phase] ?? [];
  const [digit, roman, word, han] = number;
  return [
    ...[`Phase ${digit}`, `Phase${digit}`, `phase-${digit}`, `P${digit}`, `p${digit}`, `Ph${digit}`, `Ph. ${digit}`],
    ...[`Phase ${roman}`, `phase ${word}`, `Фаза ${digit}`, `фаза ${roman}`],
    ...[`阶段${digit}`, `阶段${han}`, `${digit}阶段`, `${han}期`, `第${han}期`, `${digit}期`, `階段${digit}`],
  ];
}

const separators = [' ', ' - ', ' – ', ' — ', ' | ', ', ', ': ', ' / ', ' · ', '  -  '];
const brackets = ['()', '[]', '（）', '【】'];
const around = [
  ...separators.map((separator) => [separator, ''] as const),
  ...brackets.map((pair) => [' ', pair] as const),
  [' - ', '()'] as const,
];

/** Every place and form in which a variant can be added to a name. */
function shapesOf({ name }: Variant, words: string): readonly string[] {
  const wear = / \([^)]+\)$/.exec(name)?.[0] ?? '';
  const finish = name.slice(0, name.length - wear.length);
  return around.flatMap(([separator, pair]) => {
    const added = `${separator}${pair[0] ?? ''}${words}${pair[1] ?? ''}`;
    return wear === '' ? [`${finish}${added}`] : [`${name}${added}`, `${finish}${added}${wear}`, `${name}${added} `];
  });
}

const wronglySplit = (all: readonly Variant[], wordsOf: (phase: Phase) => readonly string[]): string[] =>
  all.flatMap((variant) =>
    wordsOf(variant.phase).flatMap((words) =>
      shapesOf(variant, words).filter((written) => {
        const { name, phase } = splitPhase('CS2', written);
        return name !== variant.name || phaseOf('CS2', name, phase, null) !== variant.phase;
      }),
    ),
  );

describe('a variant added to a name', () => {
  it('is split off wherever and however it is written', () => {
    expect(wronglySplit(variants, wordsFor)).toEqual([]);
  });

  it('never leaves a name that nobody wrote', () => {
    const odd = [
      '–',
      'Phase 12',
      'Phase',
      'P',
      'Ruby-ish',
      'Marble',
      'FN',
      '(',
      'Phase 2 Phase 3',
      'Rubinrot',
      'Phase V',
    ];
    const written = variants.flatMap((variant) => odd.flatMap((words) => shapesOf(variant, words)));

    expect(written.filter((name) => splitPhase('CS2', name).name !== name)).toEqual([]);
  });
});

const file = join(sharedFolder, 'catalogue', 'cs2.json.gz');

describe.runIf(existsSync(file))('every variant of the recorded catalogue', () => {
  it('is told by its name in any form, and no recorded name is changed', () => {
    const { items } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
      items: { name: string; phases?: Readonly<Record<string, number>> }[];
    };
    const all = items.flatMap(({ name, phases = {} }) =>
      Object.keys(phases).map((phase) => ({ name, phase: phase as Phase })),
    );

    expect(all).toHaveLength(719);
    expect(wronglySplit(all, (phase) => [phase, ...wordsFor(phase).slice(-1)])).toEqual([]);
    expect(items.filter(({ name }) => splitPhase('CS2', name).name !== name)).toEqual([]);
  });
});
