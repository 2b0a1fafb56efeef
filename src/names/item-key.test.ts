import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { correctedName, isBetterSpelling, itemKey } from './item-key.ts';

describe('the key of an item', () => {
  it.each([
    ['Sticker | Zero  | Cologne 2026', 'Sticker | Zero | Cologne 2026'],
    ['Frank-   -  大花 FEeDeR Player Sticker - TI 2022', 'Frank- - 大花 FEeDeR Player Sticker - TI 2022'],
    ['AWP\u00a0| Redline\u3000(Field-Tested)', 'AWP | Redline (Field-Tested)'],
    ['AWP | \u200bRed\u00adline (Field-Tested)\ufeff', 'AWP | Redline (Field-Tested)'],
    ['M4A4 | Chantico&#39;s Fire (Factory New)', "M4A4 | Chantico's Fire (Factory New)"],
    ['M4A4 | Chantico&#x27;s Fire (Factory New)', "M4A4 | Chantico's Fire (Factory New)"],
    ['M4A4 | Chantico’s Fire (Factory New)', "M4A4 | Chantico's Fire (Factory New)"],
    ['Autograph: Aaron "Ayesee" Chambers', 'Autograph: Aaron “Ayesee” Chambers'],
    ['Operation Phoenix &amp; Co', 'Operation Phoenix & Co'],
    ['Sticker | cafe\u0301', 'Sticker | caf\u00e9'],
    ['AK-47 | Redline (field-tested)', 'AK-47 | Redline (Field-Tested)'],
    ['AK-47 | Redline (BATTLE-SCARRED)', 'AK-47 | Redline (Battle-Scarred)'],
    [
      'Music Kit | TWERL, Ekko & Sidetrack, Under Bright Lights',
      'Music Kit | TWERL and Ekko & Sidetrack, Under Bright Lights',
    ],
    [
      'StatTrak™ Music Kit | TWERL,  Ekko &amp; Sidetrack, Under Bright Lights',
      'StatTrak™ Music Kit | TWERL and Ekko & Sidetrack, Under Bright Lights',
    ],
  ])('is the same for "%s" and "%s"', (one, other) => {
    expect(itemKey(one)).toBe(itemKey(other));
    expect(itemKey(itemKey(one))).toBe(itemKey(one));
  });

  it.each([
    ['Sticker | NiKo | Paris 2023', 'Sticker | niko | Paris 2023'],
    ['AK-47 | Redline (Field-Tested)', 'AK-47 | redline (Field-Tested)'],
    ['★ Karambit', 'Karambit'],
    ['Sticker | Zero | Cologne 2026', 'Sticker | Zer o | Cologne 2026'],
    ['Study Talent Sticker', 'Study-Talent Sticker'],
    ['Autograph: Aaron &quot;Ayesee&quot; Chambers', 'Autograph: Aaron "Ayesee" Chambers'],
  ])('differs between "%s" and "%s"', (one, other) => {
    expect(itemKey(one)).not.toBe(itemKey(other));
  });

  it('leaves alone what only looks like an entity', () => {
    for (const name of ['Tom & Jerry; the Hat', 'R&D;', '&#0; &#9999999;', '&unknown;'])
      expect(itemKey(name)).toBe(name);
  });
});

describe('the better of two spellings', () => {
  it.each([
    ['Sticker | Zero  | Cologne 2026', 'Sticker | Zero | Cologne 2026'],
    ["M4A4 | Chantico's Fire (Factory New)", 'M4A4 | Chantico&#39;s Fire (Factory New)'],
    ["M4A4 | Chantico's Fire (Factory New)", 'M4A4 | Chantico’s Fire (Factory New)'],
    ['AWP | Redline (Field-Tested)', 'AWP | Red\u200bline (Field-Tested)'],
    ['AWP | Redline (Field-Tested)', 'AWP\u00a0| Redline (Field-Tested)'],
  ])('is "%s"', (better, worse) => {
    expect([isBetterSpelling(better, worse), isBetterSpelling(worse, better)]).toEqual([true, false]);
    expect(isBetterSpelling(better, better)).toBe(false);
  });
});

const fileOf = (file: string) => join(sharedFolder, 'catalogue', `${file}.json.gz`);
const catalogues = ['cs2', 'dota2', 'rust', 'tf2'];

describe.runIf(catalogues.every((file) => existsSync(fileOf(file))))('recorded names of Steam', () => {
  it.each(catalogues)('are told apart by their keys, and none is corrected, in %s', (file) => {
    const { items } = JSON.parse(gunzipSync(readFileSync(fileOf(file))).toString()) as { items: { name: string }[] };
    const names = new Set(items.map(({ name }) => name));

    expect(names.size).toBeGreaterThan(2_000);
    expect([...names].filter((name) => correctedName(name) !== name)).toEqual([]);
    expect(new Set([...names].map(itemKey)).size).toBe(names.size);
  });
});
