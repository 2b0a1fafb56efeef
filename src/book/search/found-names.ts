/** Numbers of names, each with its distance from the query: 0 if equal, 1 if the name begins with it, otherwise more. */
export type FoundNames = { readonly names: Int32Array; readonly likeness: Uint8Array; count: number };

/** An empty result with room for `most` names. */
export const foundNames = (max: number): FoundNames => ({
  names: new Int32Array(max),
  likeness: new Uint8Array(max),
  count: 0,
});

export function addFound(found: FoundNames, name: number, likeness: number): void {
  found.names[found.count] = name;
  found.likeness[found.count] = likeness;
  found.count += 1;
}
