/** Number of single-character edits that turn one text into the other. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

/** The candidate whose spelling is closest to the text; null when none is close. */
export function nearest<Candidate>(
  text: string,
  candidates: readonly Candidate[],
  spellings: (candidate: Candidate) => readonly string[],
): Candidate | null {
  let best: Candidate | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    for (const spelling of spellings(candidate)) {
      const score = scoreOf(text, spelling);
      if (score < bestScore) {
        best = candidate;
        bestScore = score;
      }
    }
  }
  return best;
}

// A prefix such as "buf" is as likely as a typing error; a spelling of two letters, such as "uu", begins too many texts
function scoreOf(text: string, spelling: string): number {
  if (text.length >= 2 && spelling.startsWith(text)) return 0.5;
  if (spelling.length >= 3 && text.startsWith(spelling)) return 0.5;
  const limit = Math.max(1, Math.floor(spelling.length / 3));
  if (Math.abs(text.length - spelling.length) > limit) return Number.POSITIVE_INFINITY;
  const edits = distance(text, spelling);
  return edits <= limit ? edits : Number.POSITIVE_INFINITY;
}
