/**
 * Keys for entries of one answer that have no id: each text unchanged, its second occurrence with "|2" appended.
 * The keys are stable as long as the answer lists all entries in the same order.
 */
export function naturalKeys(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count === 1 ? text : `${text}|${count}`;
  });
}
