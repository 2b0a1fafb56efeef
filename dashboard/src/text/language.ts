import { keep, kept } from '../kept/kept.ts';

/** The languages of the dashboard, each as it calls itself. */
export const languages = { en: 'English', zh: '中文', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

// Characters are the simplified ones, whichever country the browser names
const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans', ru: 'ru' };

const languageOf = (text: unknown): Language | null =>
  (Object.keys(languages) as Language[]).find((one) => one === text) ?? null;

/** What was chosen in this browser; null as long as nothing was. */
const chosen = kept('language', languageOf);

// There is none where this is tested on an older Node
const asked: readonly string[] = globalThis.navigator?.languages ?? [];
const baseOf = (tag: string | undefined): string | undefined => tag?.toLowerCase().split('-')[0];

/** The language of this page until it is loaded anew: the chosen one, else the first of the browser's that is known here. */
export const language: Language = chosen.value ?? asked.flatMap((tag) => languageOf(baseOf(tag)) ?? [])[0] ?? 'en';

/** How numbers and dates are written: as the browser does, unless another language than its own was chosen. */
export const locale: string | undefined =
  chosen.value === null || baseOf(asked[0]) === chosen.value ? undefined : tags[chosen.value];

/** Tells whoever reads the page aloud which language it is in. */
export const tellLanguage = (): void => document.documentElement.setAttribute('lang', tags[language]);

/** Keeps the choice and loads the page in that language; its address keeps what it shows. */
export function chooseLanguage(text: string): void {
  keep('language', chosen, languageOf(text));
  location.reload();
}
