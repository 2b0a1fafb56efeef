const escaped = (sign: string): string =>
  sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Equivalent JSON without control or format characters that a terminal would obey; JSON itself escapes those below U+0020. */
const harmless = (json: string): string => json.replace(/[\u007f-\u009f\p{Cf}]/gu, escaped);

/** Indented JSON over several lines. */
export const jsonText = (value: unknown): string => `${harmless(JSON.stringify(value, null, 2))}\n`;

/** JSON in one line, without a line break at its end. */
export const jsonLine = (value: unknown): string => harmless(JSON.stringify(value));
