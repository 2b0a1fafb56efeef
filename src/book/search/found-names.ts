/** Numbers of names, each with its distance from the query: 0 if equal, 1 if the name begins with it, otherwise more. */
export type FoundNames = { readonly names: Int32Array; readonly likeness: Uint8Array; count: number };

/** An empty result with room for `most` names. */
export const foundNames = (most: number): FoundNames => ({
  names: new Int32Array(most),
  likeness: new Uint8Array(most),
  count: 0,
});

export function addFound(found: FoundNames, name: number, likeness: number): void {
  found.names[found.count] = name;
  found.likeness[found.count] = likeness;
  found.count += 1;
}
