import { computed, effect, signal } from '@preact/signals';
import { keep, storedSignal } from './stored-signal.ts';

const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeOf = (stored: unknown): Theme => themes.find((one) => one === stored) ?? 'auto';

/** Light or dark; `auto` follows the system. */
export const theme = storedSignal('theme', themeOf);

export const chooseTheme = (chosen: Theme): void => keep('theme', theme, chosen);

const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const isSystemDark = signal(system?.matches ?? false);
system?.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** What is shown, for what is drawn rather than styled. */
export const look = computed(() => {
  if (theme.value !== 'auto') return theme.value;
  return isSystemDark.value ? 'dark' : 'light';
});

/** Applies the theme to the page whenever it changes. */
export const showTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.setAttribute('data-theme', theme.value);
  });
