import { effect } from '@preact/signals';
import { keep, kept } from './kept.ts';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeOf = (stored: unknown): Theme => themes.find((one) => one === stored) ?? 'auto';

/** Light or dark; `auto` is what the system says. */
export const theme = kept('theme', themeOf);

export const chooseTheme = (text: string): void => keep('theme', theme, themeOf(text));

/** Sets it on the page whenever it changes. */
export const showTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.setAttribute('data-theme', theme.value);
  });
