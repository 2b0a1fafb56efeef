import { locale } from './language.ts';

const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** A share as people write it. */
export const percent = (of: number | null): string => (of === null ? '–' : share.format(of));

/** By which share something is more or less, with its sign. */
export const changeText = (by: number | null): string => (by === null ? '–' : change.format(by));
