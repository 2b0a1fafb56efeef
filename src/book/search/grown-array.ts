const fewest = 64;
const growth = 1.25;

/** The same numbers, with room for one more at a position. */
export function withRoom(numbers: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < numbers.length) return numbers;
  const grown = new Int32Array(Math.max(fewest, Math.ceil((at + 1) * growth)));
  grown.set(numbers);
  return grown;
}
