import type { NameId } from '../memory/numbers.ts';
import { ownText } from '../memory/packed-text.ts';

/** The Chinese and Russian names of an item; null if no marketplace has sent one. */
export type LocalName = { readonly zh: string | null; readonly ru: string | null };

type Language = keyof LocalName;

const max = 128;

/** Names of items that marketplaces send in Chinese or Russian, recognised by their script; the first of each is kept. */
export class LocalNames {
  readonly #names: Readonly<Record<Language, (string | undefined)[]>> = { zh: [], ru: [] };

  /** Returns whether the name was kept. */
  add(name: NameId, local: string): boolean {
    const language = languageOf(local);
    if (language === null || local.length > max || this.#names[language][name] !== undefined) return false;
    const names = this.#names[language];
    // No holes: they would turn the array into a dictionary
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
