/** A count with its noun in singular or plural, such as "2 offers"; `text` is the formatted count. */
export const counted = (count: number, one: string, text = String(count)): string =>
  `${text} ${count === 1 ? one : `${one}s`}`;
