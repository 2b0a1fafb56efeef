/** How Russian counts: 1 and 21, 2 to 4 and 22 to 24, all others. */
export type Counts = { readonly one: string; readonly few: string; readonly many: string };

const rules = new Intl.PluralRules('ru');

/** The form that goes with a number. */
export function formOf(counts: Counts, count: number): string {
  const rule = rules.select(count);
  return rule === 'one' || rule === 'few' ? counts[rule] : counts.many;
}
