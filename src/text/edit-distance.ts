// Reused between calls: one search computes thousands of distances
let previous = new Uint16Array(64);
let next = new Uint16Array(64);

/** Number of insertions, deletions and replacements between two texts; above `limit`, any larger number. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  if (previous.length <= b.length) {
    previous = new Uint16Array(b.length * 2);
    next = new Uint16Array(b.length * 2);
  }
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    if (fillRow(a.charCodeAt(i - 1), i, b, limit) > limit) return Number.POSITIVE_INFINITY;
    [previous, next] = [next, previous];
  }
  return previous[b.length] as number;
}

/** Fills the next row as far as it can be within the limit; returns its lowest number. */
function fillRow(code: number, i: number, b: string, limit: number): number {
  const first = Math.max(1, i - limit);
  const last = Math.min(b.length, i + limit);
  let left = first === 1 ? i : limit + 1;
  let min = left;
  next[first - 1] = left;
  for (let j = first; j <= last; j += 1) {
    const replaced = (previous[j - 1] as number) + (code === b.charCodeAt(j - 1) ? 0 : 1);
    left = Math.min(replaced, (previous[j] as number) + 1, left + 1);
    next[j] = left;
    if (left < min) min = left;
  }
  if (last < b.length) next[last + 1] = limit + 1;
  return min;
}

/** Whether a word begins with a typed one, allowing one letter to be missing, extra, wrong or swapped with its neighbour. */
export function beginsWithin1(word: string, typed: string): boolean {
  let same = 0;
  while (same < typed.length && word.charCodeAt(same) === typed.charCodeAt(same)) same += 1;
  if (same === typed.length) return true;
  return (
    endsAlike(word, same + 1, typed, same + 1) ||
    endsAlike(word, same + 1, typed, same) ||
    endsAlike(word, same, typed, same + 1) ||
    (word.charCodeAt(same) === typed.charCodeAt(same + 1) &&
      word.charCodeAt(same + 1) === typed.charCodeAt(same) &&
      endsAlike(word, same + 2, typed, same + 2))
  );
}

/** Whether the rest of the typed word matches. Compares letter by letter, since it is called for every known word. */
function endsAlike(word: string, from: number, typed: string, typedFrom: number): boolean {
  if (word.length - from < typed.length - typedFrom) return false;
  for (let at = typedFrom; at < typed.length; at += 1) {
    if (word.charCodeAt(from + at - typedFrom) !== typed.charCodeAt(at)) return false;
  }
  return true;
}
