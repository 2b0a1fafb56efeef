import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestStore,
  type ServedApi,
  serveApi,
  type TestStore,
  wholeItems,
} from '../../../test/support/api/served-api.ts';
import { callCommand } from '../../../test/support/processes/called.ts';
import type { Game } from '../../schema/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'itemtape-games-'));
const items = join(folder, 'items.txt');

let testStore: TestStore;
let served: ServedApi;
let origin = '';
beforeAll(async () => {
  writeFileSync(items, wholeItems.Rust);
  testStore = await openTestStore();
  served = await serveApi(testStore.store);
  served.api.server.listen(0, '127.0.0.1');
  await once(served.api.server, 'listening');
  origin = `http://127.0.0.1:${(served.api.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await served?.close();
  await testStore?.close();
  rmSync(folder, { recursive: true });
});

const callAs = async (rights: { readonly games?: Game[]; readonly endpoints?: string[] }, words: readonly string[]) => {
  const { text, key } = await served.keys.create({ name: 'guest', websocketAccess: false, ...rights });
  const called = await callCommand([...words, '--url', origin], { ITEMTAPE_KEY: text });
  await served.keys.revoke(key.id);
  return called;
};

describe.each([
  [['deals', '--json']],
  [['movers', '--json']],
  [['offers', '--json']],
  [['value', items, '--json']],
  [['prices', '--format', 'json']],
])('the game of %j, where none is named', (words) => {
  it('is CS2 for a key that can see it', async () => {
    const { code, out } = await callAs({}, words);
    expect([code, JSON.parse(out)]).toMatchObject([0, { game: 'CS2' }]);
  });

  it('is the only one that the key can see', async () => {
    const { code, out, err } = await callAs({ games: ['Rust'] }, words);
    expect([code, err, JSON.parse(out)]).toMatchObject([0, '', { game: 'Rust' }]);
  });

  it('has to be given where the key can see several others', async () => {
    const { code, out, err } = await callAs({ games: ['TF2', 'Rust'] }, words);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^choose a game with --game: Rust, TF2\n/)]);
  });

  it('is CS2 for a key that cannot read the list of games', async () => {
    const { code, err } = await callAs({ games: ['Rust'], endpoints: ['/tape'] }, words);
    expect([code, err]).toEqual([1, 'this key has no access to CS2, only to Rust; ask the operator for another\n']);
  });
});
