import { keep, storedSignal } from '../stored/stored-signal.ts';

/** The languages of the dashboard, each under its own name. */
export const languages = { en: 'English', zh: '中文', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

// Always simplified Chinese, whichever region the browser names
const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans', ru: 'ru' };

const languageOf = (text: unknown): Language | null =>
  (Object.keys(languages) as Language[]).find((one) => one === text) ?? null;

/** The language chosen in this browser; null when none has been chosen. */
const chosen = storedSignal('language', languageOf);

// Absent in tests on older versions of Node
const preferred: readonly string[] = globalThis.navigator?.languages ?? [];
const baseOf = (tag: string | undefined): string | undefined => tag?.toLowerCase().split('-')[0];

/** The language of the page until it is reloaded: the chosen one, otherwise the first supported language of the browser. */
export const language: Language = chosen.value ?? preferred.flatMap((tag) => languageOf(baseOf(tag)) ?? [])[0] ?? 'en';

/** The locale for numbers and dates: the browser's, unless a different language was chosen. */
export const locale: string | undefined =
  chosen.value === null || baseOf(preferred[0]) === chosen.value ? undefined : tags[chosen.value];

/** Declares the language of the page, for screen readers. */
export const setDocumentLanguage = (): void => document.documentElement.setAttribute('lang', tags[language]);

/** Stores the choice and reloads the page in that language; the URL preserves the view. */
export function chooseLanguage(text: string): void {
  keep('language', chosen, languageOf(text));
  location.reload();
}
