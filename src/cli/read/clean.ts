/** One line of text without control characters and without marks that change the direction of writing. */
export const clean = (text: string): string => cleanLines(text).replaceAll('\n', ' ');

/** The same for text of several lines. */
export const cleanLines = (text: string): string => text.replace(/\p{Cf}/gu, '').replace(/[^\P{Cc}\n]/gu, ' ');
