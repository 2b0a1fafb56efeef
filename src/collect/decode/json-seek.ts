const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Where the rows stand: property names from the payload's root; `isMap` also accepts an object whose values are the rows. */
export type RowsPath = { readonly keys: readonly string[]; readonly isMap: boolean };

/** The place named by a `rowsAt` text such as '', 'items' or 'data.*'. */
export function rowsPath(rowsAt: string): RowsPath {
  const keys = rowsAt === '' ? [] : rowsAt.split('.');
  return keys.at(-1) === '*' ? { keys: keys.slice(0, -1), isMap: true } : { keys, isMap: false };
}

/**
 * Finds the first byte behind the bracket that opens the rows, over any number of chunks.
 * It only follows the path; that the text is JSON is proved by those who parse it.
 */
export function createJsonSeek({ keys, isMap }: RowsPath): (chunk: Uint8Array, from: number) => number {
  let depth = 0;
  /** Names matched on the way to here, and how deep the object lies in which the next is looked for. */
  let matched = 0;
  let objectDepth = 0;
  let isValueNext = true;
  let isKeyNext = false;
  let isInString = false;
  let isEscaped = false;
  let key: number[] | null = null;

  const isWanted = (bytes: readonly number[]): boolean => {
    try {
      return JSON.parse(`"${Buffer.from(bytes).toString()}"`) === keys[matched];
    } catch {
      return false;
    }
  };

  function endString(): void {
    isInString = false;
    if (key === null) return;
    isKeyNext = false;
    if (isWanted(key)) {
      matched += 1;
      isValueNext = true;
    }
    key = null;
  }

  function withinString(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) {
      endString();
      return;
    }
    key?.push(byte);
  }

  /** A value of the path that is not what the path needs. */
  function passBy(): void {
    if (isValueNext && matched > 0 && depth === objectDepth) matched -= 1;
    isValueNext = false;
  }

  function open(isObject: boolean): boolean {
    if (isValueNext && matched === keys.length) {
      if (!isObject || isMap) return true;
      passBy();
    } else if (isValueNext && isObject) {
      objectDepth = depth + 1;
      isKeyNext = true;
      isValueNext = false;
    } else passBy();
    depth += 1;
    return false;
  }

  function close(): void {
    passBy();
    if (depth === objectDepth) {
      objectDepth -= 1;
      matched = Math.max(0, matched - 1);
      isKeyNext = false;
    }
    depth -= 1;
  }

  /** True when the byte opens the rows. */
  function outside(byte: number): boolean {
    if (byte === quote) {
      isInString = true;
      key = isKeyNext && depth === objectDepth ? [] : null;
    } else if (byte === comma) {
      if (depth === objectDepth) {
        passBy();
        isKeyNext = true;
      }
    } else if ((byte | 0x20) === 0x7b) return open(byte === 0x7b);
    else if ((byte | 0x20) === 0x7d) close();
    return false;
  }

  return (chunk, from) => {
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (isInString) withinString(byte);
      else if (outside(byte)) return index + 1;
    }
    return -1;
  };
}
