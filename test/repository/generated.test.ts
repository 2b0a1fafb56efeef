import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describedSettings } from '../../src/config/described-settings.ts';
import { fieldsPage } from '../../tools/fields.ts';
import { generatedFiles } from '../../tools/generate.ts';

const root = resolve(import.meta.dirname, '..', '..');

const files = await generatedFiles(root);

describe('generated files', () => {
  it.each([...files])('%s is up to date with `npm run docs`', (path, content) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
  });

  it('are found by the words that the guide to a new marketplace gives', () => {
    const guide = readFileSync(join(root, 'src/connectors/README.md'), 'utf8');
    const [, words = ''] = /generated\.test\.ts -t "<slug>\|([^"]+)"/.exec(guide) ?? [];

    expect([...files.keys()].filter((path) => path.includes(words))).toEqual(['docs/marketplaces.md']);
  });
});

it('the page of all settings has each with its names and its default', () => {
  const text = files.get('docs/settings.md') ?? '';
  const rows = text.split('\n');
  for (const { name, environment, flag, defaultText } of describedSettings) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    for (const word of [environment, flag, defaultText]) expect(row, name).toContain(`\`${word}\``);
  }
});

describe('the page of all fields', () => {
  const page = (properties: object, previous = '') =>
    fieldsPage([{ title: 'REST', schemas: { Thing: { properties } } }], previous, '2.0.0');
  const fields = { name: { type: 'string', description: 'Its name' } };

  it('is not generated if a field lacks a description or a unit', () => {
    expect(() => page({ ...fields, other: { type: 'string' } })).toThrow('Thing.other has no description');
    expect(() => page({ ...fields, height: { type: 'number', description: 'How high' } })).toThrow(
      'the unit of Thing.height is not known',
    );
  });

  it('keeps the version that introduced a field', () => {
    const previous = page(fields).replace('2.0.0', '1.4.0');
    expect(page({ ...fields, priceUSD: { type: 'number', description: 'Price' } }, previous)).toContain(
      '| `name` | string, may be absent | – | 1.4.0 | Its name |\n| `priceUSD` | number, may be absent | US dollars | 2.0.0 | Price |',
    );
  });

  it('has every field of both descriptions', () => {
    const text = files.get('docs/fields.md') ?? '';
    for (const path of ['openapi.json', 'asyncapi.json']) {
      const { components } = JSON.parse(files.get(path) ?? '');
      for (const [shape, { properties = {} }] of Object.entries<{ properties?: object }>(components.schemas))
        for (const field of Object.keys(properties)) expect(text, `${shape}.${field}`).toContain(`| \`${field}\` |`);
    }
  });
});
