/** Instants as a visitor's own clock shows them; everything on the page that is no age is written by these. */

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric' });

/** Instants are Unix seconds. */
const dateOf = (at: number): Date => new Date(at * 1000);

export const instantText = (at: number): string => instant.format(dateOf(at));
export const timeText = (at: number): string => time.format(dateOf(at));
export const minuteText = (at: number): string => minute.format(dateOf(at));
export const dayText = (at: number): string => day.format(dateOf(at));
export const monthText = (at: number): string => month.format(dateOf(at));
export const yearText = (at: number): string => year.format(dateOf(at));

/** The zone of these times, such as Europe/Berlin. */
export const zone: string = instant.resolvedOptions().timeZone;
