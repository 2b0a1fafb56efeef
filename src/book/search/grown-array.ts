const fewest = 64;
const growth = 1.25;

/** The same numbers, with room for one more at a position; how much that is depends on the position alone, and not on those asked for before. */
export function withRoom(numbers: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < numbers.length) return numbers;
  let length = numbers.length;
  while (length <= at) length = Math.max(fewest, Math.ceil((length + 1) * growth));
  const grown = new Int32Array(length);
  grown.set(numbers);
  return grown;
}
