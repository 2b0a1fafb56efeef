import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOperatorToken, readOperatorToken } from './operator-token.ts';

let root: string;
let folder: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'itemtape-token-'));
  folder = join(root, 'data');
  file = join(folder, 'operator.token');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the token of the operator', () => {
  it('is created once, readable only by its owner', () => {
    const made = openOperatorToken(folder);

    expect(made).toEqual({ token: expect.stringMatching(/^op_[\w-]{43}$/), remark: null });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['operator.token']);
    expect(openOperatorToken(folder)).toEqual(made);
    expect(readOperatorToken(folder)).toBe(made.token);
  });

  it('is different in every folder', () => {
    expect(openOperatorToken(folder).token).not.toBe(openOperatorToken(join(root, 'other')).token);
  });

  it.each([0o640, 0o604, 0o644])('is replaced after others could read it (mode %o)', (mode) => {
    const { token } = openOperatorToken(folder);
    chmodSync(file, mode);

    const next = openOperatorToken(folder);

    expect(next.token).not.toBe(token);
    expect(next.remark).toContain('could be read by other users');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(openOperatorToken(folder)).toEqual({ token: next.token, remark: null });
  });

  it.each([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['half a token', 'op_abc'],
    ['something else', 'secret secret secret secret secret secret secret'],
  ])('is made anew when its file holds %s', (_, text) => {
    mkdirSync(folder);
    writeFileSync(file, text, { mode: 0o600 });
    expect(readOperatorToken(folder)).toBeNull();

    const { token, remark } = openOperatorToken(folder);

    expect(remark).toContain('held no token');
    expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
  });

  it('is null in a folder without its file, which reading does not create', () => {
    expect(readOperatorToken(folder)).toBeNull();
    expect(readdirSync(root)).toEqual([]);
  });
});
