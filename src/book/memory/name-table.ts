import { isBetterSpelling, itemKey } from '../../names/item-key.ts';
import { type NameId, none } from './numbers.ts';
import { ownText } from './packed-text.ts';

/** `revision` increases with every change of a name's picture. */
type Picture = { readonly thumbnail: string; readonly rank: number; readonly revision: number };

/**
 * The items of one game, numbered from 0 in the order in which they became known; never removed. Names with the same key
 * are spellings of one item, and it is shown in the best of them.
 */
export class NameTable {
  readonly #names: string[] = [];
  /** By every spelling that was met. */
  readonly #numbers = new Map<string, NameId>();
  /** By key, where that is not the first spelling that was met. */
  readonly #byKey = new Map<string, NameId>();
  /** Items whose name Steam itself has told. */
  readonly #settled = new Set<NameId>();
  #respelt = new Map<NameId, string>();
  readonly #thumbnails: (string | undefined)[] = [];
  readonly #pictures = new Map<NameId, Picture>();
  readonly #added: (number: NameId, key: string) => void;
  readonly #renamed: (number: NameId) => void;

  /** `added` is called for every new item, and `renamed` when one is shown in another spelling. */
  constructor(added: (number: NameId, key: string) => void = () => {}, renamed: (number: NameId) => void = () => {}) {
    this.#added = added;
    this.#renamed = renamed;
  }

  get size(): number {
    return this.#names.length;
  }

  /** The number of an item by any spelling of its name, also without its star; -1 if it is unknown. */
  numberOf(name: string): NameId {
    return this.#numbers.get(name) ?? this.#numberAt(itemKey(name)) ?? (none as NameId);
  }

  numberFor(name: string): NameId {
    const met = this.#numbers.get(name);
    if (met !== undefined) return met;
    const key = itemKey(name);
    const known = this.#numberAt(key);
    const stored = ownText(name);
    const number = known ?? ((this.#names.push(stored) - 1) as NameId);
    this.#numbers.set(stored, number);
    if (known !== undefined) {
      if (!this.#settled.has(known) && isBetterSpelling(name, this.name(known))) this.#respell(known, stored, key);
      return known;
    }
    if (key !== name) this.#byKey.set(ownText(key), number);
    this.#added(number, key);
    return number;
  }

  /** Takes the spelling of Steam itself, which gives way only to what Steam tells later. */
  settle(name: string): void {
    const number = this.numberFor(name);
    this.#settled.add(number);
    if (name !== this.name(number)) this.#respell(number, ownText(name), itemKey(name));
  }

  /** The items that are shown in another spelling since the last call, with the former one. */
  takeRespelt(): ReadonlyMap<NameId, string> {
    const respelt = this.#respelt;
    if (respelt.size > 0) this.#respelt = new Map();
    return respelt;
  }

  /** Names that Steam itself has told. */
  settled(): Iterable<NameId> {
    return this.#settled;
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

  /** The pictures of a rank that several quotes of a name share, so that the last of them counts. */
  *picturesWhere(isShared: (rank: number) => boolean): Generator<readonly [NameId, thumbnail: string, rank: number]> {
    for (const [number, { thumbnail, rank }] of this.#pictures) if (isShared(rank)) yield [number, thumbnail, rank];
  }

  #numberAt(key: string): NameId | undefined {
    return this.#withKey(key) ?? this.#withKey(`★ ${key}`);
  }

  /** A key that was met as a spelling is of that item. */
  #withKey(key: string): NameId | undefined {
    return this.#byKey.get(key) ?? this.#numbers.get(key);
  }

  /** A name without its star is no spelling to show. */
  #respell(number: NameId, name: string, key: string): void {
    const previous = this.name(number);
    if (key !== itemKey(previous)) return;
    this.#names[number] = name;
    if (!this.#respelt.has(number)) this.#respelt.set(number, previous);
    this.#renamed(number);
  }
}
