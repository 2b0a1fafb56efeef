import { describe, expect, it } from 'vitest';
import { TextScan } from './text-scan.ts';

describe('a scan of texts', () => {
  it('finds a text in every segment, including texts added after a scan', () => {
    const scan = new TextScan();
    const texts = Array.from({ length: 20_000 }, (_, at) => `case${at}${'xyz'[at % 3]}`);
    const holding = (text: string, among: readonly string[]) =>
      among.flatMap((one, at) => (one.includes(text) ? [at] : []));
    for (const [at, text] of texts.entries()) {
      scan.add(text);
      if (at === 5_000 || at === 8_191)
        expect(Array.from(scan.holding('99'))).toEqual(holding('99', texts.slice(0, at + 1)));
    }

    for (const text of ['x', '7', 'case', '19999y', 'ase1', 'none'])
      expect(Array.from(scan.holding(text))).toEqual(holding(text, texts));
  });
});
