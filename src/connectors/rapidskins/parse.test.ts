import { describe, expect, it } from 'vitest';
import { rapidskins } from './index.ts';

const inventory = rapidskins.sources.find(({ name }) => name === 'inventory');
if (inventory?.kind !== 'walk' || typeof inventory.cursorAt !== 'function') throw new Error('there is no inventory');
const { request, cursorAt } = inventory;

describe('the inventory of RapidSkins', () => {
  it('has pages from 1 to the one that says it is the last', () => {
    const payload = (lastPage: boolean) => ({ data: { siteInventory: { rust: { lastPage, items: [] } } } });

    expect(cursorAt(payload(false), null)).toBe('2');
    expect(cursorAt(payload(false), '2')).toBe('3');
    expect(cursorAt(payload(true), '3')).toBeNull();
    expect(request({ game: 'Rust', cursor: '3' }).body).toMatchObject({
      variables: { filter: { page: 3, appIds: [252490] } },
    });
  });

  it('is requested under the name of the game, with all fields that are read', () => {
    const bodyFor = (game: 'CS2' | 'Rust') => JSON.stringify(request({ game, cursor: null }).body);

    expect(bodyFor('CS2')).toContain('csgo {');
    expect(bodyFor('Rust')).toContain('rust {');
    expect(bodyFor('Rust')).toContain('stack { assetId amount }');
  });
});
