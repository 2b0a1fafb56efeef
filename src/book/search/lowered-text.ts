const initialLength = 256;
const notAlone = 0xffff;
const finalSigma = 0x3a3;

// Lower case by code unit; 0 means not looked up yet, `notAlone` that it depends on its neighbours or becomes more than one
const lowerOf = new Uint16Array(2 ** 16);

function lookUp(code: number): number {
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  const lowered = String.fromCharCode(code).toLowerCase();
  const found = isSurrogate || code === finalSigma || lowered.length !== 1 ? notAlone : lowered.charCodeAt(0);
  lowerOf[code] = found;
  return found;
}

/** A text in lower case as code units; the buffer is reused for each text. */
export class LoweredText {
  codes = new Uint16Array(initialLength);
  length = 0;

  read(text: string): this {
    if (text.length > this.codes.length) this.codes = new Uint16Array(text.length * 2);
    const { codes } = this;
    this.length = text.length;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const lowered = lowerOf[code] || lookUp(code);
      if (lowered === notAlone) return this.#copy(text.toLowerCase());
      codes[at] = lowered;
    }
    return this;
  }

  #copy(lowered: string): this {
    if (lowered.length > this.codes.length) this.codes = new Uint16Array(lowered.length * 2);
    this.length = lowered.length;
    for (let at = 0; at < lowered.length; at += 1) this.codes[at] = lowered.charCodeAt(at);
    return this;
  }
}
