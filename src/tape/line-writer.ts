const quote = 34;
const backslash = 92;
const zero = 48;
const minus = 45;
// Integers below it are written digit by digit
const maxByHand = 1e15;
const billion = 1e9;
const maxInLoop = 96;

const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xe000;
const isEscaped = Uint8Array.from({ length: 128 }, (_, code) =>
  code < 32 || code === quote || code === backslash ? 1 : 0,
);

/** Writes a character of two or three UTF-8 bytes; returns the index of the last one. */
function putLong(bytes: Buffer, at: number, code: number): number {
  let next = at;
  if (code < 0x800) bytes[next] = 0xc0 | (code >>> 6);
  else {
    bytes[next] = 0xe0 | (code >>> 12);
    next += 1;
    bytes[next] = 0x80 | ((code >>> 6) & 0x3f);
  }
  bytes[next + 1] = 0x80 | (code & 0x3f);
  return next + 1;
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let power = 10; power <= number; power *= 10) digits += 1;
  return digits;
}

/** Writes a number below a billion; returns the index after its last digit. */
function putDigits(bytes: Buffer, at: number, digits: number, number: number): number {
  let left = number | 0;
  for (let index = at + digits - 1; index >= at; index -= 1) {
    const rest = (left / 10) | 0;
    bytes[index] = zero + left - rest * 10;
    left = rest;
  }
  return at + digits;
}

/**
 * Encodes JSON directly into bytes. Joining strings, or building arrays for JSON.stringify, took several times as long,
 * mostly in garbage collection, and every change is encoded here.
 */
export class LineWriter {
  #bytes = Buffer.allocUnsafeSlow(96 * 1024);
  #length = 0;
  #instant = Number.NaN;
  #instantText = '';

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Copies the written bytes into another buffer and clears. */
  moveTo(bytes: Buffer, at: number): void {
    this.#bytes.copy(bytes, at, 0, this.#length);
    this.#length = 0;
  }

  /** Returns the written bytes and clears. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(taken, 0, 0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** ASCII characters, written without quotes or escaping. */
  raw(text: string): this {
    const at = this.#reserve(text.length);
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
    this.#length = at + text.length;
    return this;
  }

  text(text: string | null): this {
    if (text === null) return this.raw('null');
    const at = this.#reserve(3 * text.length + 2);
    const bytes = this.#bytes;
    bytes[at] = quote;
    let end = at + 1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 128) {
        if (isEscaped[code] === 1) return this.#json(text);
        bytes[end] = code;
      } else if (isSurrogate(code)) return this.#json(text);
      else end = putLong(bytes, end, code);
      end += 1;
    }
    bytes[end] = quote;
    this.#length = end + 1;
    return this;
  }

  /** Copies part of another buffer. */
  copy(from: Buffer, start = 0, end = from.length): this {
    const at = this.#reserve(end - start);
    const bytes = this.#bytes;
    // A native call costs as much as copying some dozens of bytes
    if (end - start > maxInLoop) from.copy(bytes, at, start, end);
    else for (let index = start; index < end; index += 1) bytes[at + index - start] = from[index] as number;
    this.#length = at + end - start;
    return this;
  }

  byte(byte: number): this {
    const at = this.#reserve(1);
    this.#bytes[at] = byte;
    this.#length = at + 1;
    return this;
  }

  /** Any text as UTF-8, without quotes or escaping. */
  plain(text: string): this {
    return this.#utf8(text);
  }

  /** Any JSON value. */
  json(value: unknown): this {
    return this.#utf8(JSON.stringify(value));
  }

  number(number: number | null): this {
    if (number === null) return this.raw('null');
    if (!Number.isInteger(number) || Math.abs(number) >= maxByHand) return this.json(number);
    let at = this.#reserve(17);
    const bytes = this.#bytes;
    let left = number;
    if (left < 0) {
      bytes[at] = minus;
      at += 1;
      left = -left;
    }
    // Digits of 32-bit integers are computed several times faster than those of larger numbers
    const head = left < billion ? 0 : Math.floor(left / billion);
    if (head > 0) at = putDigits(bytes, at, digitsOf(head), head);
    const tail = left - head * billion;
    this.#length = putDigits(bytes, at, head > 0 ? 9 : digitsOf(tail), tail);
    return this;
  }

  /** Writes an instant; its text is cached, as the same one mostly comes many times in a row. */
  instant(at: number): this {
    if (at !== this.#instant) {
      this.#instant = at;
      this.#instantText = JSON.stringify(at);
    }
    return this.raw(this.#instantText);
  }

  /** A text with characters that must be escaped or take four bytes. */
  #json(text: string): this {
    return this.#utf8(JSON.stringify(text));
  }

  #utf8(text: string): this {
    const at = this.#reserve(3 * text.length);
    this.#length = at + this.#bytes.write(text, at);
    return this;
  }

  #reserve(bytes: number): number {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    return this.#length;
  }
}
