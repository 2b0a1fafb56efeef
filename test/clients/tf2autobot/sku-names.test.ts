import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleFolder, schemaFile } from '../../support/tf2autobot/pricer.ts';
import { keyName, tf2Schema } from '../../support/tf2autobot/schema.ts';

const { readSkuNames } = await import(join(exampleFolder, 'sku-names.mjs'));
const names = await readSkuNames(schemaFile());

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

describe('the file', () => {
  it.each([
    ['is not there', null, /--schema names .*cannot be read/],
    ['is not JSON', '{', /is not JSON/],
    ['is something else', { success: true }, /not a TF2 schema file of TF2Autobot.*README\.md/],
    [
      'has no items',
      { raw: { ...tf2Schema.raw, schema: { ...tf2Schema.raw.schema, items: [] } } },
      /raw\.schema\.items/,
    ],
  ])('that %s is refused in a sentence', async (_, content, sentence) => {
    const file = content === null ? join(exampleFolder, 'none.json') : schemaFile(content);
    await expect(readSkuNames(file)).rejects.toThrow(sentence);
  });
});
