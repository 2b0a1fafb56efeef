const float = (text: string): number | null =>
  text !== '' && Number(text) >= 0 && Number(text) <= 1 ? Number(text) : null;

/** Float bounds as the stream expects them. */
export function floatBounds({ fmin, fmax }: { readonly fmin: string; readonly fmax: string }) {
  const [least, max] = [float(fmin), float(fmax)];
  return { ...(least !== null && { minFloat: least }), ...(max !== null && { maxFloat: max }) };
}

/** Whether every word occurs in a name, in any case and order. */
export function hasWords(words: string): (name: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return () => true;
  return (name) => {
    const text = name.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}
