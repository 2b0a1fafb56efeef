import type { NameId } from '../memory/numbers.ts';
import { ownText } from '../memory/packed-text.ts';

/** The name of an item in the languages of marketplaces; null where none of them has told it. */
export type LocalName = { readonly zh: string | null; readonly ru: string | null };

type Language = keyof LocalName;

const longest = 128;

/** Names of items as marketplaces write them in Chinese and Russian, told apart by their letters; the first of each is kept. */
export class LocalNames {
  readonly #names: Readonly<Record<Language, (string | undefined)[]>> = { zh: [], ru: [] };

  /** Whether it was kept. */
  add(name: NameId, local: string): boolean {
    const language = languageOf(local);
    if (language === null || local.length > longest || this.#names[language][name] !== undefined) return false;
    const names = this.#names[language];
    // Without holes, which would make a table of it
    while (names.length < name) names.push(undefined);
    names[name] = ownText(local);
    return true;
  }

  *all(): Generator<readonly [name: NameId, local: string]> {
    for (const names of Object.values(this.#names))
      for (const [name, local] of names.entries()) if (local !== undefined) yield [name as NameId, local];
  }

  of(name: NameId): LocalName {
    return { zh: this.#names.zh[name] ?? null, ru: this.#names.ru[name] ?? null };
  }
}

export function languageOf(text: string): Language | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : null;
}
