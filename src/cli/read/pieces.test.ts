import { expect, it } from 'vitest';
import { csvText } from '../../schema/index.ts';
import { UsageError } from '../usage-error.ts';
import { readPieces } from './pieces.ts';

it('reads a name on each line', () => {
  expect(readPieces('AK-47 | Redline (Field-Tested)\r\n\n  Fracture Case\n')).toEqual([
    { name: 'AK-47 | Redline (Field-Tested)', count: 1 },
    { name: 'Fracture Case', count: 1 },
  ]);
});

it('reads CSV with counts and variants, with or without a header line', () => {
  const wanted = [
    { name: 'Sticker, "Gold"', count: 3 },
    { name: '★ Karambit | Doppler (Factory New)', count: 1, phase: 'Ruby' },
  ];
  expect(readPieces('"Sticker, ""Gold""",3\n★ Karambit | Doppler (Factory New),,Ruby')).toEqual(wanted);
  expect(
    readPieces('\uFEFFPhase,Note,Name,Count\n,x,"Sticker, ""Gold""",3\nRuby,,★ Karambit | Doppler (Factory New),1'),
  ).toEqual(wanted);
});

it('reads the variants of a price list', () => {
  expect(readPieces('name,itemPhase,marketplace,price\n★ Karambit | Doppler (Factory New),Ruby,SkinPort,9')).toEqual([
    { name: '★ Karambit | Doppler (Factory New)', count: 1, phase: 'Ruby' },
  ]);
  expect(readPieces('name,itemPhase,unusualEffect\nUnusual Team Captain,,Burning Flames')).toEqual([
    { name: 'Unusual Team Captain', count: 1, effect: 'Burning Flames' },
  ]);
});

it('reads names to which CSV adds an apostrophe, so that no spreadsheet evaluates them', () => {
  const names = ['- 米克 - Player Sticker - TI 2023', "'Blueberries' Buckshot | NSWC SEAL", '=1+1, "odd"', "'-'"];
  const lines = names.map((name) => `${csvText(name)},,SkinPort,-1`);
  expect(readPieces(['name,itemPhase,marketplace,price', ...lines].join('\r\n')).map(({ name }) => name)).toEqual(
    names,
  );
  expect(readPieces('- 米克 - Player Sticker - TI 2023')).toEqual([{ name: names[0], count: 1 }]);
});

it('says which line it cannot read', () => {
  expect(() => readPieces('Fracture Case,2\nSticker, Gold')).toThrow(UsageError);
  expect(() => readPieces('Fracture Case,2\nSticker, Gold')).toThrow('line 2 has "Gold" for a count');
  expect(() => readPieces('name,count\n,2')).toThrow('line 2 names no item');
});
