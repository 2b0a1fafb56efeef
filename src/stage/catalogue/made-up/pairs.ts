import words from './words.json' with { type: 'json' };

/** Names of two words, such as "Amber Lynx": neighbours share neither word. There are 1,760. */
export function* pairs(): Generator<string> {
  const { firsts, seconds } = words;
  for (let turn = 0; turn < seconds.length; turn += 1)
    for (const [position, first] of firsts.entries()) {
      const second = seconds[(position + turn) % seconds.length] ?? '';
      // A hollow would be hollow twice
      if (second !== first) yield `${first} ${second}`;
    }
}

/** The first so many of what a generator yields that are not known yet. */
export function firstNew<Row extends { readonly name: string }>(
  rows: Iterable<Row>,
  count: number,
  known: ReadonlySet<string>,
): readonly Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    if (found.size >= count) break;
    if (!known.has(row.name)) found.set(row.name, row);
  }
  if (found.size < count) throw new Error(`only ${found.size} of ${count} names; give words.json more words`);
  return [...found.values()];
}
