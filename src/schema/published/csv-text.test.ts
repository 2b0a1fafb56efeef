import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, textOfCsv } from './csv-text.ts';

const unquoted = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a text in CSV', () => {
  it.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1+1', "'+1+1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['－1', "'－1"],
    ['- 米克 - Player Sticker - TI 2023', "'- 米克 - Player Sticker - TI 2023"],
    ['=HYPERLINK("https://example.test")', '"\'=HYPERLINK(""https://example.test"")"'],
    ['\t=1', '"\'\t=1"'],
    ["'=1", "''=1"],
    ["'Blueberries' Buckshot | NSWC SEAL", "'Blueberries' Buckshot | NSWC SEAL"],
    ['AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['a;=1', '"a;=1"'],
  ])('like %j is %j', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it('is read back as it was, and never begins like a formula', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n\'",;aé') });
    fc.assert(
      fc.property(fc.oneof(odd, fc.string()), (text) => {
        const cell = unquoted(csvText(text));
        expect(textOfCsv(cell)).toBe(text);
        expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
      }),
    );
  });
});
