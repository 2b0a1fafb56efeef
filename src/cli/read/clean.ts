/** Without what a terminal would read as a command to itself, or write in another direction. */
export const clean = (text: string): string => cleanLines(text).replaceAll('\n', ' ');

/** The same of a text of many lines. */
export const cleanLines = (text: string): string => text.replace(/\p{Cf}/gu, '').replace(/[^\P{Cc}\n]/gu, ' ');
