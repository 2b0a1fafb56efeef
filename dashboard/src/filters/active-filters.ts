import type { ActiveFilter } from './filter-bar.tsx';

/** Changes parameters of the address. */
export type Change = (one: Readonly<Record<string, string>>) => void;

/** A filter by its parameter, with its words; `cleared` is the parameter without it, empty by default. */
export type FilterWords = readonly [name: string, isActive: boolean, text: string, cleared?: string];

/** Those in effect. */
export const activeAmong = (words: readonly FilterWords[], change: Change): readonly ActiveFilter[] =>
  words
    .filter(([, isActive]) => isActive)
    .map(([name, , text, cleared = '']) => ({ text, clear: () => change({ [name]: cleared }) }));
