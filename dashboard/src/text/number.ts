import { locale } from './language.ts';

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** Number formats of the visitor's locale. */
export const wholeText = (number: number | null): string => (number === null ? '–' : whole.format(number));

/** Formats a number in compact notation, such as 12K. */
export const shortText = (number: number): string => short.format(number);

/** The parameter with this name; no parameter unless the text is a number above 0. */
export const above0 = <Name extends string>(name: Name, text: string) =>
  (Number(text) > 0 ? { [name]: Number(text) } : {}) as { readonly [One in Name]?: number };

/** The integers in a text, whatever separates them. */
export const seedsIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => /^\d+$/.test(part))
    .map(Number);

// Enough digits to tell apart the floats of a popular item
const floatDigits = 9;

export const floatText = (float: number): string => float.toFixed(floatDigits);
