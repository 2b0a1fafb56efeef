import type { Counts } from '../plural.ts';

/** Phrases of the page by their English words. What stands in braces is put in; where it is counted, Russian has forms. */
export type PhraseList = Readonly<Record<string, { readonly zh: string; readonly ru: string | Counts }>>;
