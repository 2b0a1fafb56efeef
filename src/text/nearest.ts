import { editDistance } from './edit-distance.ts';

/** The candidate whose spelling is closest to the text; null when none is close. */
export function nearest<Candidate>(
  text: string,
  candidates: readonly Candidate[],
  spellings: (candidate: Candidate) => readonly string[],
): Candidate | null {
  // A number is no misspelt name
  if (/^\d+$/.test(text)) return null;
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
  const edits = editDistance(text, spelling, limit);
  return edits <= limit ? edits : Number.POSITIVE_INFINITY;
}

/** Whether one letter is missing, extra, wrong, or swapped with its neighbour. */
export function isOneSlipFrom(text: string, suggestion: string): boolean {
  const [short, long] = text.length <= suggestion.length ? [text, suggestion] : [suggestion, text];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
