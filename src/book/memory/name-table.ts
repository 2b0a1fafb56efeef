import { ownText } from './packed-text.ts';

/** The names of one game, numbered from 0 in the order in which they became known; names are never forgotten. */
export class NameTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #thumbnails: (string | undefined)[] = [];
  readonly #pictures = new Map<number, { readonly thumbnail: string; readonly rank: number }>();
  readonly #added: (number: number) => void;

  /** Tells of every name that becomes known. */
  constructor(added: (number: number) => void = () => {}) {
    this.#added = added;
  }

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, or -1 when it is not known. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  numberFor(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const kept = ownText(name);
    const number = this.#names.push(kept) - 1;
    this.#numbers.set(kept, number);
    this.#added(number);
    return number;
  }

  name(number: number): string {
    return this.#names[number] as string;
  }

  *all(): Generator<string> {
    yield* this.#names;
  }

  /** The picture first seen with a name, which quotes that show the same one refer to. */
  thumbnail(number: number): string | null {
    return this.#thumbnails[number] ?? null;
  }

  /** The picture for marketplaces that show none: that of the first in the registry, in whatever order they were read. */
  picture(number: number): string | null {
    return this.#pictures.get(number)?.thumbnail ?? null;
  }

  /** Of several, the last one of the lowest rank is lent; every quote of a name has a rank of its own. */
  offerThumbnail(number: number, thumbnail: string, rank: number): void {
    const picture = this.#pictures.get(number);
    const isFirst = picture === undefined || rank <= picture.rank;
    if (isFirst && (picture?.thumbnail !== thumbnail || picture.rank !== rank))
      this.#pictures.set(number, { thumbnail: ownText(thumbnail), rank });
    if (this.#thumbnails[number] !== undefined) return;
    while (this.#thumbnails.length < number) this.#thumbnails.push(undefined);
    this.#thumbnails[number] = this.#pictures.get(number)?.thumbnail;
  }
}
