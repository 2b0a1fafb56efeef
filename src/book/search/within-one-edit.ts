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
