import { locale } from './language.ts';

const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Formats a share as a percentage. */
export const percent = (of: number | null): string => (of === null ? '–' : share.format(of));

/** Formats a relative change with its sign. */
export const changeText = (by: number | null): string => (by === null ? '–' : change.format(by));
