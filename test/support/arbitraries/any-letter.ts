import fc from 'fast-check';

const from = (min: number, max: number) => fc.integer({ min, max });

/**
 * Any code point except surrogates, often an ASCII one. The library's own `binary` first builds a table of all of them,
 * which takes half a second in each process.
 */
export const anyLetter = fc.oneof(from(0x20, 0x7e), from(0, 0xd7ff), from(0xe000, 0x10ffff)).map(
  (code) => String.fromCodePoint(code),
  // Lets the library also generate names that it knows to be dangerous, such as `__proto__`
  (text) => {
    const [letter = '', ...others] = typeof text === 'string' ? text : [];
    if (letter === '' || others.length > 0) throw new Error('not one letter');
    return letter.codePointAt(0) ?? 0;
  },
);
