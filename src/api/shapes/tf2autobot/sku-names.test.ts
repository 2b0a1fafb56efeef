import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyName, tf2Schema } from '../../../../test/support/api/tf2-schema.ts';
import { optional } from './optional-packages.ts';
import { openSkuNames, type SkuNames } from './sku-names.ts';

let folder = '';
let names: SkuNames;

const fileOf = (content: unknown): string => {
  const file = join(folder, 'schema.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-schema-'));
  names = await openSkuNames(fileOf(tf2Schema));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pairs = [
  [keyName, '5021;6'],
  ['The Team Captain', '378;6'],
  ['Strange Team Captain', '378;11'],
  ['Vintage Team Captain', '378;3'],
  ['Name Tag', '5020;6'],
  ['Strange Professional Killstreak Rocket Launcher', '205;11;kt-3'],
  ['Festivized Killstreak Scattergun', '200;6;kt-1;festive'],
  ['Strange Australium Rocket Launcher', '205;11;australium'],
  ['Mann Co. Supply Crate Series #1', '5022;6;c1'],
  ['Night Owl Sniper Rifle (Factory New)', '15000;15;w1;pk14'],
  ['Strange Autumn Mk.II Rocket Launcher (Field-Tested)', '205;11;w3;pk290'],
  ['Specialized Killstreak Rocket Launcher Kit', '6523;6;kt-2;td-205'],
  ["Unusual Horseless Headless Horsemann's Headtaker", '266;5'],
  ['Cool Cat Cardigan', '30077;6'],
] as const;

describe('a name as Steam writes it', () => {
  it.each(pairs)('%s is %s, and back', (name, sku) => {
    expect(names.skuOf(name)).toBe(sku);
    expect(names.nameOf(sku)).toEqual({ sku, name });
  });

  it.each([
    ['stands for all effects', 'Unusual Team Captain'],
    ['is of no known item', 'The Team Lieutenant'],
    ['is read for another', 'Burning Flames Team Captain'],
    ['is of a kit for no known item', 'Specialized Killstreak Widowmaker Kit'],
    ['is empty', ''],
  ])('has no SKU where it %s', (_, name) => {
    expect(names.skuOf(name)).toBeNull();
  });
});

describe('a SKU', () => {
  it('is told as it is usually written', () => {
    expect(names.nameOf('205;11;festive;kt-3')).toEqual({
      sku: '205;11;kt-3;festive',
      name: 'Strange Festivized Professional Killstreak Rocket Launcher',
    });
  });

  it.each(['378;5;u13', '378;6;uncraftable', '999;6', '6523;6;kt-2;td-999', 'Team Captain', '378', '', '__proto__;6'])(
    '%s has no name that stands for it alone',
    (sku) => {
      expect(names.nameOf(sku)).toBeNull();
    },
  );
});

it('without the packages that are optional is refused in a sentence', async () => {
  const require = createRequire(import.meta.url);
  await expect(optional(async () => require('no-such-package'))).rejects.toThrow(
    /are not installed \(Cannot find module 'no-such-package'\)/,
  );
});

describe('the file', () => {
  it.each([
    ['is not there', null, /api\.tf2Schema names .*cannot be read/],
    ['is not JSON', '{', /is not JSON/],
    ['is something else', { success: true }, /not a TF2 schema file of TF2Autobot.*docs\/lists\.md/],
    [
      'has no items',
      { raw: { ...tf2Schema.raw, schema: { ...tf2Schema.raw.schema, items: [] } } },
      /raw\/schema\/items/,
    ],
  ])('that %s is refused in a sentence', async (_, content, sentence) => {
    await expect(openSkuNames(content === null ? join(folder, 'none.json') : fileOf(content))).rejects.toThrow(
      sentence,
    );
  });
});
