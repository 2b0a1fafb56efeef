import { effect } from '@preact/signals';
import { keep, storedSignal } from './stored-signal.ts';

const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

const densityOf = (stored: unknown): Density => densities.find((one) => one === stored) ?? 'comfortable';

/** How close rows and fields stand. */
export const density = storedSignal('density', densityOf);

export const chooseDensity = (chosen: Density): void => keep('density', density, chosen);

/** Applies the density to the page whenever it changes. */
export const showDensity = (): (() => void) =>
  effect(() => {
    document.documentElement.setAttribute('data-density', density.value);
  });
