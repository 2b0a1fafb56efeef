/** Rows of a table text: the cells of every line that is not blank. */
export const rowsOf = (table: string): readonly (readonly string[])[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()));

export const floatRange = (text: string): { readonly minFloat: number; readonly maxFloat: number } => {
  const [from, to] = text.split('-').map(Number);
  if (from === undefined || to === undefined || !(from < to))
    throw new Error(`"${text}" is not a float range; write hundredths such as 6-80`);
  return { minFloat: from / 100, maxFloat: to / 100 };
};

/** Splits "A; B; C", possibly over several lines. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
