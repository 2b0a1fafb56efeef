import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../tools/generate.ts';

const root = resolve(import.meta.dirname, '..');

const files = await generatedFiles(root);

describe('generated files', () => {
  it.each([...files])('%s is as `npm run docs` would write it', (path, content) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content);
  });
});
