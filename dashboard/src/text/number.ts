import { locale } from './language.ts';

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** Numbers as the visitor writes them. */
export const wholeText = (number: number | null): string => (number === null ? '–' : whole.format(number));

/** Of a large number its first digits. */
export const shortText = (number: number): string => short.format(number);

/** A parameter, where its text is a number above 0. */
export const above0 = <Name extends string>(name: Name, text: string) =>
  (Number(text) > 0 ? { [name]: Number(text) } : {}) as { readonly [One in Name]?: number };

/** The whole numbers of a text, whatever stands between them. */
export const seedsIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => /^\d+$/.test(part))
    .map(Number);

// As many digits as tell one float of a popular item from the next
const floatDigits = 9;

export const floatText = (float: number): string => float.toFixed(floatDigits);
