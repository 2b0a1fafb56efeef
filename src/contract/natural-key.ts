/**
 * Keys for things of one answer that a marketplace gives no id: each text as it is, the second of its kind with "|2" behind it.
 * Stable while the things are listed whole and in one order.
 */
export function naturalKeys(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count === 1 ? text : `${text}|${count}`;
  });
}
