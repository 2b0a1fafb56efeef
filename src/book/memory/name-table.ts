import { type DumpPart, listParts, type PartSource } from '../dump/part.ts';
import { type NameId, none } from './numbers.ts';
import { ownText } from './packed-text.ts';

/** `revision` increases with every change of a name's picture. */
type Picture = { readonly thumbnail: string; readonly rank: number; readonly revision: number };

/** A picture in a dump; thumbnail null means the one first seen with the name. */
type DumpedPicture = readonly [number: number, thumbnail: string | null, rank: number, revision: number];

/** The names of one game, numbered from 0 in the order in which they became known; never removed. */
export class NameTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, NameId>();
  readonly #thumbnails: (string | undefined)[] = [];
  readonly #pictures = new Map<NameId, Picture>();
  readonly #added: (number: NameId) => void;

  /** `added` is called for every new name. */
  constructor(added: (number: NameId) => void = () => {}) {
    this.#added = added;
  }

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, or -1 if it is unknown. */
  numberOf(name: string): NameId {
    return this.#numbers.get(name) ?? (none as NameId);
  }

  numberFor(name: string): NameId {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const kept = ownText(name);
    const number = (this.#names.push(kept) - 1) as NameId;
    this.#numbers.set(kept, number);
    this.#added(number);
    return number;
  }

  name(number: NameId): string {
    return this.#names[number] as string;
  }

  *all(): Generator<string> {
    yield* this.#names;
  }

  /** The picture first seen with a name; quotes with the same one refer to it. */
  thumbnail(number: NameId): string | null {
    return this.#thumbnails[number] ?? null;
  }

  /** The picture for marketplaces without one: that of the first marketplace in the registry, whatever the order of arrival. */
  picture(number: NameId): string | null {
    return this.#pictures.get(number)?.thumbnail ?? null;
  }

  /** Changes with the picture. */
  pictureRevision(number: NameId): number {
    return this.#pictures.get(number)?.revision ?? 0;
  }

  /** Of several pictures, the last one with the lowest rank is used; every quote of a name has its own rank. */
  offerThumbnail(number: NameId, thumbnail: string, rank: number): void {
    const picture = this.#pictures.get(number);
    const isFirst = picture === undefined || rank <= picture.rank;
    if (isFirst && (picture?.thumbnail !== thumbnail || picture.rank !== rank))
      this.#pictures.set(number, { thumbnail: ownText(thumbnail), rank, revision: (picture?.revision ?? 0) + 1 });
    if (this.#thumbnails[number] !== undefined) return;
    while (this.#thumbnails.length < number) this.#thumbnails.push(undefined);
    this.#thumbnails[number] = this.#pictures.get(number)?.thumbnail;
  }

  *save(name: string): Generator<DumpPart> {
    yield* listParts(`${name}.names`, this.#names);
    yield* listParts(`${name}.thumbnails`, this.#thumbnails);
    yield* listParts(`${name}.pictures`, this.#dumpedPictures());
  }

  /** Calls `added` for each name. */
  async load(name: string, reader: PartSource): Promise<void> {
    await reader.list<string>(`${name}.names`, (some) => {
      for (const one of some) this.numberFor(one);
    });
    await reader.list<string | null>(`${name}.thumbnails`, (some) => {
      for (const one of some) this.#thumbnails.push(one === null ? undefined : ownText(one));
    });
    await reader.list<DumpedPicture>(`${name}.pictures`, (some) => {
      for (const [number, shown, rank, revision] of some) {
        const thumbnail = shown === null ? (this.#thumbnails[number] as string) : ownText(shown);
        this.#pictures.set(number as NameId, { thumbnail, rank, revision });
      }
    });
  }

  *#dumpedPictures(): Generator<DumpedPicture> {
    for (const [number, { thumbnail, rank, revision }] of this.#pictures)
      yield [number, thumbnail === this.#thumbnails[number] ? null : thumbnail, rank, revision];
  }
}
