const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Where the rows are: property names from the payload's root. `isMap` also accepts an object whose values are the rows,
 * `mayBeBare` a payload that is itself the list.
 */
export type RowsPath = { readonly keys: readonly string[]; readonly isMap: boolean; readonly mayBeBare: boolean };

/** The path given by a `rowsAt` such as '', 'items', 'data.*' or 'items?'. */
export function rowsPath(rowsAt: string): RowsPath {
  const mayBeBare = rowsAt === '' || rowsAt.endsWith('?');
  const path = rowsAt.replace(/\?$/, '');
  const keys = path === '' ? [] : path.split('.');
  const isMap = keys.at(-1) === '*';
  return { keys: isMap ? keys.slice(0, -1) : keys, isMap, mayBeBare };
}

class JsonSeek {
  readonly #keys;
  readonly #isMap;
  readonly #mayBeBare;
  #depth = 0;
  /** Number of names matched so far, and the depth of the object in which the next one is searched. */
  #matched = 0;
  #objectDepth = 0;
  #isValueNext = true;
  #isKeyNext = false;
  #isInString = false;
  #isEscaped = false;
  #key: number[] | null = null;

  constructor({ keys, isMap, mayBeBare }: RowsPath) {
    this.#keys = keys;
    this.#isMap = isMap;
    this.#mayBeBare = mayBeBare;
  }

  readonly find = (chunk: Uint8Array, from: number): number => {
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#isInString) this.#withinString(byte);
      else if (this.#outside(byte)) return index + 1;
    }
    return -1;
  };

  #isWanted(bytes: readonly number[]): boolean {
    try {
      return JSON.parse(`"${Buffer.from(bytes).toString()}"`) === this.#keys[this.#matched];
    } catch {
      return false;
    }
  }

  #endString(): void {
    this.#isInString = false;
    if (this.#key === null) return;
    this.#isKeyNext = false;
    if (this.#isWanted(this.#key)) {
      this.#matched += 1;
      this.#isValueNext = true;
    }
    this.#key = null;
  }

  #withinString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) {
      this.#endString();
      return;
    }
    this.#key?.push(byte);
  }

  /** Skips a value on the path that has not the type the path needs. */
  #passBy(): void {
    if (this.#isValueNext && this.#matched > 0 && this.#depth === this.#objectDepth) this.#matched -= 1;
    this.#isValueNext = false;
  }

  #open(isObject: boolean): boolean {
    if (this.#mayBeBare && this.#depth === 0 && !isObject) return true;
    if (this.#isValueNext && this.#matched === this.#keys.length) {
      if (!isObject || this.#isMap) return true;
      this.#passBy();
    } else if (this.#isValueNext && isObject) {
      this.#objectDepth = this.#depth + 1;
      this.#isKeyNext = true;
      this.#isValueNext = false;
    } else this.#passBy();
    this.#depth += 1;
    return false;
  }

  #close(): void {
    this.#passBy();
    if (this.#depth === this.#objectDepth) {
      this.#objectDepth -= 1;
      this.#matched = Math.max(0, this.#matched - 1);
      this.#isKeyNext = false;
    }
    this.#depth -= 1;
  }

  /** Handles a byte outside of strings; true when it opens the rows. */
  #outside(byte: number): boolean {
    if (byte === quote) {
      this.#isInString = true;
      this.#key = this.#isKeyNext && this.#depth === this.#objectDepth ? [] : null;
    } else if (byte === comma) {
      if (this.#depth === this.#objectDepth) {
        this.#passBy();
        this.#isKeyNext = true;
      }
    } else if ((byte | 0x20) === 0x7b) return this.#open(byte === 0x7b);
    else if ((byte | 0x20) === 0x7d) this.#close();
    return false;
  }
}

/**
 * Finds the first byte after the bracket that opens the rows, over any number of chunks.
 * It only follows the path and does not check that the text is JSON; parsing does.
 */
export const createJsonSeek = (options: RowsPath): ((chunk: Uint8Array, from: number) => number) =>
  new JsonSeek(options).find;
