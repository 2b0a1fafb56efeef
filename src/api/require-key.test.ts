import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Keys, openKeys } from './keys.ts';
import { mayAsk, requireEndpoint, requireKey } from './require-key.ts';

let folder: string;
let now: number;
let keys: Keys;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-require-key-'));
  now = Date.UTC(2026, 0, 1);
  keys = openKeys({ file: join(folder, 'keys.json'), now: () => now });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusalOf = (text: string | undefined): unknown => {
  try {
    requireKey(keys, text, '/v2/items');
    return null;
  } catch (error) {
    return { ...(error as object), message: (error as Error).message };
  }
};

describe('a key', () => {
  it('is refused with a reason once it is revoked or has expired, and needed at all', async () => {
    const revoked = await keys.create({ name: 'revoked', websocketAccess: true });
    const expiring = await keys.create({ name: 'expiring', websocketAccess: true, expiresAt: now + 1_000 });
    expect(requireKey(keys, revoked.text, '/v2/items').name).toBe('revoked');
    expect(requireKey(keys, expiring.text, '/v2/items').name).toBe('expiring');
    await keys.revoke('revoked');
    now += 1_000;

    expect(refusalOf(revoked.text)).toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'this key was revoked; ask the operator for a new one',
    });
    expect(refusalOf(expiring.text)).toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'this key has expired; ask the operator for a new one',
    });
    expect(refusalOf(undefined)).toMatchObject({ code: 'MISSING_API_KEY' });
    expect(refusalOf('nobody’s')).toMatchObject({ code: 'INVALID_API_KEY' });
  });

  it('may request what it is limited to, and everything below that', async () => {
    const { key, text } = await keys.create({
      name: 'limited',
      websocketAccess: true,
      endpoints: ['/v2/items', '/tape/'],
    });
    const allowed = (path: string): boolean => mayAsk(key, path);

    expect(['/v2/items', '/v2/items/compare', '/tape/best'].filter((path) => !allowed(path))).toEqual([]);
    expect(['/v2', '/v2/itemsets', '/v2/sales', '/tape', '/tapes/a'].filter(allowed)).toEqual([]);
    const refusal = 'this key may only request /v2/items, /tape/; ask the operator for another';
    expect(() => requireEndpoint(key, '/v2/sales')).toThrow(refusal);
    expect(() => requireKey(keys, text, '/v2/sales')).toThrow(refusal);
    expect(requireKey(keys, text, '/v2/items').name).toBe('limited');
  });
});
