import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Check, Errors } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { describedSettings } from '../../src/config/described-settings.ts';
import { settings } from '../../src/config/settings.ts';
import { fieldsPage } from '../../tools/fields.ts';
import { generatedFiles } from '../../tools/generate.ts';
import { testFolder } from '../support/runner/file-folders.ts';

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

describe('the schema of the settings file', () => {
  const schema = JSON.parse(files.get('docs/settings.schema.json') ?? '');
  const everyDefault = Object.fromEntries(Object.entries(settings).map(([key, facts]) => [key, facts.default]));

  it.each([
    ['every default', everyDefault],
    ['a list as comma-separated text', { $schema: './settings.schema.json', 'collect.games': 'CS2,Rust' }],
    ['some settings', { 'http.port': 7400, 'log.level': 'warn', 'collect.games': ['CS2'], 'http.openMetrics': false }],
  ])('accepts a file with %s', (_, file) => {
    expect([Check(schema, file), Errors(schema, file)[1]]).toEqual([true, []]);
  });

  it.each([
    ['an unknown setting', { 'http.prot': 7400 }],
    ['nested settings', { http: { port: 7400 } }],
    ['a port out of range', { 'http.port': 70_000 }],
    ['a text for a number', { 'http.port': 'eighty' }],
    ['a word that is no choice', { 'log.level': 'loud' }],
    ['a number for a text', { 'data.folder': 7 }],
    ['a list of numbers', { 'collect.games': [7] }],
    ['a list instead of an object', []],
  ])('refuses a file with %s, as the service does', (_, file) => {
    const path = join(testFolder('settings'), 'settings.json');
    writeFileSync(path, JSON.stringify(file));

    expect(Check(schema, file)).toBe(false);
    expect(readConfig({ file: path, environment: {}, flags: {} }).problems).not.toEqual([]);
  });
});

describe('the collection for Bruno', () => {
  const requests = [...files].filter(
    ([path]) => /^docs\/bruno\/[^/]+\/[^/]+\.bru$/.test(path) && !path.includes('/environments/'),
  );
  const { paths } = JSON.parse(files.get('openapi.json') ?? '');

  it('has every request of openapi.json, with the address and the key as variables', () => {
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const described = requests.map(([, text]) => {
      const [, method = '', path = ''] = /^(get|post|delete) \{\n {2}url: \{\{address\}\}([^?\n]*)/m.exec(text) ?? [];
      return `${method} ${path}`;
    });

    expect(described.sort()).toEqual(operations.sort());
    for (const [path, text] of requests) expect(text, path).toContain('auth: inherit');
    expect(files.get('docs/bruno/collection.bru')).toContain('key: X-API-Key\n  value: {{key}}');
    expect(files.get('docs/bruno/environments/local.bru')).toMatch(/vars:secret \[\n {2}key\n\]/);
  });

  it('has no files of requests that no longer exist', () => {
    const found = readdirSync(join(root, 'docs/bruno'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));

    expect(found.sort()).toEqual([...files.keys()].filter((path) => path.startsWith('docs/bruno/')).sort());
  });

  it('sends what a request needs, and leaves out what it does not', () => {
    const [, text = ''] = requests.find(([path]) => path.endsWith('/readItem.bru')) ?? [];

    expect(text).toContain(
      'url: {{address}}/v2/items?marketplace=SkinPort&game=CS2&name=AK-47 | Redline (Field-Tested)\n',
    );
    expect(text).toMatch(/params:query \{\n {2}marketplace: SkinPort\n[^}]*\n {2}~fields: full\n/);
    const [, posted = ''] = requests.find(([path]) => path.endsWith('/valueItems.bru')) ?? [];
    const [, body = ''] = /body:json \{\n([\s\S]*?)\n\}\n/.exec(posted) ?? [];
    expect(Object.keys(JSON.parse(body)).length).toBeGreaterThan(0);
  });
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
