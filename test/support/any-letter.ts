import fc from 'fast-check';

const from = (min: number, max: number) => fc.integer({ min, max });

/** Any code point but half ones, and often one of ASCII. The library's own `binary` makes a table of all of them first, half a second in each process. */
export const anyLetter = fc.oneof(from(0x20, 0x7e), from(0, 0xd7ff), from(0xe000, 0x10ffff)).map(
  (code) => String.fromCodePoint(code),
  // Whereby names as `__proto__`, which the library knows to be dangerous, are among the texts
  (text) => {
    const [letter = '', ...others] = typeof text === 'string' ? text : [];
    if (letter === '' || others.length > 0) throw new Error('not one letter');
    return letter.codePointAt(0) ?? 0;
  },
);
