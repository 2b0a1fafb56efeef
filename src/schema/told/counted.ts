/** So many of something, as a sentence says it; `text` is the count as it is written. */
export const counted = (count: number, one: string, text = String(count)): string =>
  `${text} ${count === 1 ? one : `${one}s`}`;
