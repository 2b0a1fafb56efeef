const quote = 34;
const backslash = 92;
const zero = 48;
const minus = 45;
// Below it a number is written digit by digit in whole steps
const mostByHand = 1e15;

/**
 * Writes JSON into bytes by hand. Texts made of the parts of a line, and arrays for JSON.stringify, took several times
 * as long, most of it to collect them again; every change comes here.
 */
export class LineWriter {
  #bytes = Buffer.allocUnsafeSlow(96 * 1024);
  #length = 0;
  #instant = Number.NaN;
  #instantText = '';

  get length(): number {
    return this.#length;
  }

  /** What was written since the last time. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(taken, 0, 0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Plain characters that stand for themselves. */
  raw(text: string): this {
    const at = this.#reserve(text.length);
    const bytes = this.#bytes;
    for (let place = 0; place < text.length; place += 1) bytes[at + place] = text.charCodeAt(place);
    this.#length = at + text.length;
    return this;
  }

  text(text: string | null): this {
    if (text === null) return this.raw('null');
    const at = this.#reserve(text.length + 2);
    const bytes = this.#bytes;
    bytes[at] = quote;
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place);
      if (code < 32 || code > 126 || code === quote || code === backslash) return this.#json(text);
      bytes[at + 1 + place] = code;
    }
    bytes[at + 1 + text.length] = quote;
    this.#length = at + text.length + 2;
    return this;
  }

  /** Anything that JSON can hold. */
  json(value: unknown): this {
    return this.#utf8(JSON.stringify(value));
  }

  number(number: number | null): this {
    if (number === null) return this.raw('null');
    if (!Number.isInteger(number) || Math.abs(number) >= mostByHand) return this.json(number);
    let at = this.#reserve(17);
    const bytes = this.#bytes;
    let left = number;
    if (left < 0) {
      bytes[at] = minus;
      at += 1;
      left = -left;
    }
    let digits = 1;
    for (let power = 10; power <= left; power *= 10) digits += 1;
    for (let place = at + digits - 1; place >= at; place -= 1) {
      const rest = Math.floor(left / 10);
      bytes[place] = zero + (left - rest * 10);
      left = rest;
    }
    this.#length = at + digits;
    return this;
  }

  /** Instants are long numbers, and mostly the same one many times in a row. */
  instant(at: number): this {
    if (at !== this.#instant) {
      this.#instant = at;
      this.#instantText = JSON.stringify(at);
    }
    return this.raw(this.#instantText);
  }

  /** A text in which characters have to be escaped, or take more than a byte. */
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
