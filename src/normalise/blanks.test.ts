import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { withOwnBlanks } from './blanks.ts';

describe('a name whose spaces were collapsed', () => {
  it.each([
    ['Taunt: Party On? Party Off!', 'Taunt: Party On?  Party Off!'],
    ['Staff of the Skyfire Apostate', 'Staff  of the Skyfire Apostate'],
    ['Inscribed Staff of the Skyfire Apostate', 'Inscribed Staff  of the Skyfire Apostate'],
    ['Holo Frank- - 大花 FEeDeR Player Sticker - TI 2022', 'Holo Frank-   -  大花 FEeDeR Player Sticker - TI 2022'],
    ['Autographed Song of the Bluebird - Bow', 'Autographed  Song of the Bluebird - Bow'],
  ])('gets back those of Steam: "%s"', (tidied, own) => {
    expect([withOwnBlanks('Dota2', tidied), withOwnBlanks('Dota2', own)]).toEqual([own, own]);
  });

  it.each([
    'Song of the Bluebird - Bow',
    'Holo Insania Player Sticker - TI 2023',
    'Envisioning Phantom Lancer Loading Screen',
    'Gold',
  ])('is left alone where Steam writes one: "%s"', (name) => {
    expect(withOwnBlanks('Dota2', name)).toBe(name);
  });

  it('is restored in its own game only', () => {
    expect(withOwnBlanks('TF2', 'Taunt: Pleasant Distraction')).toBe('Taunt: Pleasant Distraction');
  });
});

const fileOf = (file: string) => join(sharedFolder, 'catalogue', `${file}.json.gz`);
const catalogues = [
  ['CS2', 'cs2'],
  ['Dota2', 'dota2'],
] as const;

describe.runIf(catalogues.every(([, file]) => existsSync(fileOf(file))))('recorded names of Steam', () => {
  it.each(catalogues)(
    'are found again in %s once their blanks were tidied up, and no others become them',
    (game, file) => {
      const { items } = JSON.parse(gunzipSync(readFileSync(fileOf(file))).toString()) as { items: { name: string }[] };
      const names = items.map(({ name }) => name);
      const wrong = names.filter(
        (name) => withOwnBlanks(game, name) !== name || withOwnBlanks(game, name.replace(/ {2,}/g, ' ')) !== name,
      );

      expect(names.filter((name) => name.includes('  ')).length).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    },
  );
});
