import { signal } from '@preact/signals';
import { translate } from './translate.ts';

/** The current time in Unix seconds, updated once a second so that all ages on the page change together. */
export const nowSeconds = signal(Math.floor(Date.now() / 1000));

setInterval(() => {
  nowSeconds.value = Math.floor(Date.now() / 1000);
}, 1000);

const steps = [
  [86_400, '{count} d'],
  [3_600, '{count} h'],
  [60, '{count} min'],
] as const;

/** Formats the age of an instant in Unix seconds. */
export function ageText(at: number | null, now: number): string {
  if (at === null) return translate('never');
  const age = Math.max(0, now - at);
  const step = steps.find(([length]) => age >= length);
  return step === undefined
    ? translate('{count} s', { count: age })
    : translate(step[1], { count: Math.floor(age / step[0]) });
}
