import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalKeys } from './natural-key.ts';

describe('naturalKeys', () => {
  it('numbers repeated texts', () => {
    expect(naturalKeys(['a', 'b', 'a', 'a'])).toEqual(['a', 'b', 'a|2', 'a|3']);
  });

  it('keeps the key of everything when something older falls off the end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.nat(20), (texts, retained) => {
        expect(naturalKeys(texts.slice(0, retained))).toEqual(naturalKeys(texts).slice(0, retained));
      }),
    );
  });

  it('gives every entry a different key', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (texts) => {
        expect(new Set(naturalKeys(texts)).size).toBe(texts.length);
      }),
    );
  });
});
