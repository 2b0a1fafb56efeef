const escaped = (sign: string): string =>
  sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same JSON to a program, of which a terminal obeys nothing; the signs below a blank are escaped in any JSON. */
const harmless = (json: string): string => json.replace(/[\u007f-\u009f\p{Cf}]/gu, escaped);

/** On lines of its own, as people read it too. */
export const jsonText = (value: unknown): string => `${harmless(JSON.stringify(value, null, 2))}\n`;

/** In one line, without its end. */
export const jsonLine = (value: unknown): string => harmless(JSON.stringify(value));
