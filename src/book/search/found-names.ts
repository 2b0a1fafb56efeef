/** Numbers of names, and for each how far it is from what was searched for: 0 for the text itself, 1 where it starts so, more otherwise. */
export type FoundNames = { readonly names: Int32Array; readonly likeness: Uint8Array; count: number };

/** Nothing yet, with room for so many. */
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
