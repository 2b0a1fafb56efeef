const min = 64;
const growth = 1.25;

/** The same numbers, with room at a position. The new length depends only on the position, not on earlier calls. */
export function withRoom(numbers: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < numbers.length) return numbers;
  let length = numbers.length;
  while (length <= at) length = Math.max(min, Math.ceil((length + 1) * growth));
  const grown = new Int32Array(length);
  grown.set(numbers);
  return grown;
}
