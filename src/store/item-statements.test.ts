import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { noAttributes } from '../schema/index.ts';
import { type OpenStore, openStore } from './open-store.ts';

describe('what marketplaces have told of items', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  const open = () => openStore({ at: { folder: folder.path }, now: Date.now });
  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  const told = (marketplaceId: number, name: string, attributes: object) =>
    ({ marketplaceId, game: 'Dota2', name, ...noAttributes, ...attributes }) as const;
  const append = (...rows: ReturnType<typeof told>[]) =>
    store.append(rows.map((row) => ({ table: 'itemAttributes', row })));

  it('is read back, of each marketplace and item the last of it, after a restart too', async () => {
    expect(await store.itemStatements()).toEqual([]);
    await append(told(4, 'Arms', { hero: 'Axe' }), told(27, 'Arms', { rarity: 'Rare' }));
    await append(told(4, 'Arms', { hero: 'Axe', rarity: 'Mythical' }), told(4, "Belt of 'x'", { rarity: 'Rare' }));
    const last = [
      told(4, 'Arms', { hero: 'Axe', rarity: 'Mythical' }),
      told(27, 'Arms', { rarity: 'Rare' }),
      told(4, "Belt of 'x'", { rarity: 'Rare' }),
    ];
    expect(await store.itemStatements()).toEqual(last);
    await store.close();
    store = await open();
    expect(await store.itemStatements()).toEqual(last);
  });

  it('is read back under the last spelling of the name', async () => {
    await append(told(4, 'Belt of ‘x’', { rarity: 'Common' }));
    expect((await store.itemStatements()).map(({ name }) => name)).toEqual(['Arms', 'Arms', 'Belt of ‘x’']);
    await append(told(4, "Belt of 'x'", { rarity: 'Common' }));
    expect((await store.itemStatements()).map(({ name }) => name)).toEqual(['Arms', 'Arms', "Belt of 'x'"]);
  });

  it('is forgotten with its item', async () => {
    expect(await store.forgetItems(Date.now())).toBe(2);
    expect(await store.itemStatements()).toEqual([]);
  });
});
