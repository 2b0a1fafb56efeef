import { AcidFadeCalculator, AmberFadeCalculator, FadeCalculator } from 'csgo-fade-percentage-calculator';

/** What is used of the package; its own types cannot be resolved under Node's rules. */
type Calculator = {
  readonly getSupportedWeapons: () => readonly string[];
  readonly getFadePercentages: (weapon: string) => readonly { readonly percentage: number }[];
};

const calculators: Readonly<Record<string, Calculator>> = {
  Fade: FadeCalculator,
  'Amber Fade': AmberFadeCalculator,
  'Acid Fade': AcidFadeCalculator,
};

// Its parameters are contested: sites show other percentages for the same seed
const contested: ReadonlySet<string> = new Set(['MP7 | Fade']);

/** The finishes that have a percentage, as "Karambit | Fade". */
const finishes: ReadonlyMap<string, readonly [Calculator, weapon: string]> = new Map(
  Object.entries(calculators).flatMap(([finish, calculator]) =>
    calculator
      .getSupportedWeapons()
      .map((weapon) => [`${weapon} | ${finish}`, [calculator, weapon] as const] as const)
      .filter(([name]) => !contested.has(name)),
  ),
);

/** Percentages by seed, of the finishes asked for so far: the package makes all of a finish whenever it is asked for one. */
const tables = new Map<string, Float64Array>();

function tableOf(finish: string, [calculator, weapon]: readonly [Calculator, string]): Float64Array {
  const known = tables.get(finish);
  if (known !== undefined) return known;
  const table = Float64Array.from(calculator.getFadePercentages(weapon), ({ percentage }) => percentage);
  tables.set(finish, table);
  return table;
}

const withoutWear = / \([^()]+\)$/;
const beforeName = /^(?:★ )?(?:StatTrak™ )?/;

/**
 * How much of the fade an item of CS2 shows, in percent from 80 to 100, by its name and paint seed. null where it has no fade,
 * where the seed is not known, and for what the package does not cover: seed 1000 of knives, and contested weapons.
 */
export function fadeOf(name: string, paintSeed: number | null): number | null {
  if (paintSeed === null || !name.includes('Fade (')) return null;
  const finish = name.replace(withoutWear, '').replace(beforeName, '');
  const covered = finishes.get(finish);
  const percent = covered === undefined ? undefined : tableOf(finish, covered)[paintSeed];
  return percent === undefined ? null : Math.round(percent * 1e5) / 1e5;
}

/** Makes all tables, one in a piece, so that hardly a request has to wait for many of them. */
export function* fadesAhead(): Generator<void> {
  for (const [finish, covered] of finishes) {
    tableOf(finish, covered);
    yield;
  }
}
