import { locale } from './language.ts';

/** Formats instants in the visitor's time zone and locale; used for every instant that is not shown as an age. */

const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);

const instant = formatOf({ dateStyle: 'medium', timeStyle: 'short' });
const time = formatOf({ timeStyle: 'medium' });
const minute = formatOf({ timeStyle: 'short' });
const day = formatOf({ day: 'numeric', month: 'short' });
const month = formatOf({ month: 'short' });
const date = formatOf({});
const year = formatOf({ year: 'numeric' });

/** Takes Unix seconds. */
const dateOf = (at: number): Date => new Date(at * 1000);

export const instantText = (at: number): string => instant.format(dateOf(at));
export const timeText = (at: number): string => time.format(dateOf(at));
export const minuteText = (at: number): string => minute.format(dateOf(at));
export const dayText = (at: number): string => day.format(dateOf(at));
export const monthText = (at: number): string => month.format(dateOf(at));
export const dateText = (at: number): string => date.format(dateOf(at));
export const yearText = (at: number): string => year.format(dateOf(at));

/** The time zone used, such as Europe/Berlin. */
export const zone: string = instant.resolvedOptions().timeZone;
