const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const isMark = /[\p{Mn}\p{Me}]/u;

/** The columns that one character takes in a terminal. */
export const cellsTaken = (character: string): number => {
  if (character < '\u0300') return 1;
  return isMark.test(character) ? 0 : isWide.test(character) ? 2 : 1;
};

/** The columns that a text without control characters takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += cellsTaken(character);
  return width;
}
