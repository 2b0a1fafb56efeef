type ItemRef = { readonly game: string; readonly name: string };

const gems = ['Ruby', 'Sapphire', 'Black Pearl', 'Emerald'];

/** The variants of a Doppler. */
export const phases: readonly string[] = ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', ...gems];

// As Steam writes it: “Gamma Doppler” has phases too, other names with the word have none
const dopplerName = /\| (?:Gamma )?Doppler(?: \(|$)/;

/** Whether an item has phases, whose prices differ several times over. */
export const hasPhases = ({ game, name }: ItemRef): boolean => game === 'CS2' && dopplerName.test(name);

/** The phase that a search query names: search results link to that variant. */
export function phaseIn(found: ItemRef, words: string): string | null {
  if (!hasPhases(found)) return null;
  const [, number] = /\bp(?:hase[\s-]*)?([1-4])\b/i.exec(words) ?? [];
  if (number !== undefined) return `Phase ${number}`;
  const typed = words.toLowerCase().replace(/black[\s-]*pearl/, 'black pearl');
  return gems.find((gem) => typed.includes(gem.toLowerCase())) ?? null;
}
