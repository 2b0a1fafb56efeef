import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { connectors } from '../../connectors/index.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import { readsOf } from './availability.ts';
import { chosenConnectors } from './chosen-connectors.ts';

it('says that a game is read from a marketplace only if the settings select both', () => {
  const { config } = readConfig({
    file: null,
    environment: { COLLECT_GAMES: 'Dota2', COLLECT_ONLY: 'skinport,dmarket' },
    flags: {},
  });
  const reads = readsOf(chosenConnectors(connectors, config));
  const [skinport, buff] = ['skinport', 'buff163'].map((slug) => marketplaceWithSlug(slug).id);

  expect([reads(skinport ?? 0, 'Dota2'), reads(skinport ?? 0, 'CS2'), reads(buff ?? 0, 'Dota2')]).toEqual([
    true,
    false,
    false,
  ]);
});
