/** Russian plural forms: for 1 and 21, for 2 to 4 and 22 to 24, and for all others. */
export type Counts = { readonly one: string; readonly few: string; readonly many: string };

const rules = new Intl.PluralRules('ru');

/** The plural form for a number. */
export function formOf(counts: Counts, count: number): string {
  const rule = rules.select(count);
  return rule === 'one' || rule === 'few' ? counts[rule] : counts.many;
}
