import type { Counts } from '../plural.ts';

/** Translations by their English phrase. Words in braces are placeholders; phrases with a count have plural forms in Russian. */
export type PhraseList = Readonly<Record<string, { readonly zh: string; readonly ru: string | Counts }>>;
