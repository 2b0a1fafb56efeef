import { effect } from '@preact/signals';
import { keep, storedSignal } from './stored-signal.ts';

const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeOf = (stored: unknown): Theme => themes.find((one) => one === stored) ?? 'auto';

/** Light or dark; `auto` follows the system. */
export const theme = storedSignal('theme', themeOf);

export const chooseTheme = (chosen: Theme): void => keep('theme', theme, chosen);

/** Applies the theme to the page whenever it changes. */
export const showTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.setAttribute('data-theme', theme.value);
  });
