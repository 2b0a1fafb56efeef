import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from './text.ts';

describe('text', () => {
  it('keeps a string unchanged, and gives null for an empty string or any other value', () => {
    expect(text(' ★ Bayonet ')).toBe(' ★ Bayonet ');
    expect([text(''), text(null), text(7)]).toEqual([null, null, null]);
  });
});

describe('whole', () => {
  it('reads whole numbers and digits', () => {
    expect([whole(0), whole('525'), whole('007')]).toEqual([0, 525, 7]);
  });

  it.each([null, '', '-1', -1, 1.5, '1.5', '12 pcs', Number.NaN, 2 ** 31, []])('gives null for %j', (value) => {
    expect(whole(value)).toBeNull();
  });

  it('never gives the negative zero, which JSON cannot keep', () => {
    expect(Object.is(whole(-0), 0)).toBe(true);
  });
});

describe('itemFloat', () => {
  it('reads numbers and decimal texts within 0 and 1', () => {
    expect(itemFloat('0.40996930003166')).toBe(0.40996930003166);
    expect(itemFloat('1.2e-5')).toBe(0.000012);
    expect([itemFloat(0), itemFloat(1)]).toEqual([0, 1]);
  });

  it('gives null or a number within 0 and 1 for anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = itemFloat(value);
        expect(read === null || (read >= 0 && read <= 1)).toBe(true);
      }),
    );
    expect([itemFloat(''), itemFloat('1.01'), itemFloat(-0.1), itemFloat(Number.NaN)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('pageLink and inspectLink', () => {
  it('accept links that a reader can open', () => {
    expect(pageLink('https://market.example/item/a%20b')).toBe('https://market.example/item/a%20b');
    expect(inspectLink('steam://rungame/730/1/+csgo_econ_action_preview%20S1A2D3')).toMatch(/^steam:/);
  });

  it('accept nothing else', () => {
    const strange = [null, '', 'text', 'http://market.example', 'javascript:alert(1)', 'https://'];
    expect(
      strange
        .map(pageLink)
        .concat(strange.slice(0, 5).map(inspectLink))
        .every((link) => link === null),
    ).toBe(true);
  });
});

describe('urlPart', () => {
  it('encodes names of any script, and never throws', () => {
    expect(urlPart('★ M9 | Öl/50% & #1')).toBe('%E2%98%85%20M9%20%7C%20%C3%96l%2F50%25%20%26%20%231');
    expect(urlPart('\ud83d')).toBe('%EF%BF%BD');
    expect(decodeURIComponent(urlPart('\u{1f52a}'))).toBe('\u{1f52a}');
  });
});
