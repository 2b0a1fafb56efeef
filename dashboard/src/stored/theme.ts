import { effect } from '@preact/signals';
import { keep, storedSignal } from './stored-signal.ts';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeOf = (stored: unknown): Theme => themes.find((one) => one === stored) ?? 'auto';

/** Light or dark; `auto` follows the system. */
export const theme = storedSignal('theme', themeOf);

export const chooseTheme = (text: string): void => keep('theme', theme, themeOf(text));

/** Applies the theme to the page whenever it changes. */
export const showTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.setAttribute('data-theme', theme.value);
  });
