import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { type Game, games } from '../schema/index.ts';
import { describeName } from './describe-name.ts';
import { unmarkedKind } from './facts/name-facts.ts';

const told = (game: Game, name: string) =>
  Object.fromEntries(Object.entries(describeName(game, name)).filter(([, value]) => value !== null && value !== false));

describe('what a name of CS2 tells', () => {
  it.each([
    ['AK-47 | Redline (Field-Tested)', { kind: 'rifle', weapon: 'AK-47', finish: 'Redline', exterior: 'Field-Tested' }],
    [
      'StatTrak™ P250 | Sand Dune (Well-Worn)',
      { kind: 'pistol', weapon: 'P250', finish: 'Sand Dune', exterior: 'Well-Worn', statTrak: true },
    ],
    [
      'Souvenir AWP | Dragon Lore (Factory New)',
      { kind: 'sniperRifle', weapon: 'AWP', finish: 'Dragon Lore', exterior: 'Factory New', souvenir: true },
    ],
    [
      '★ StatTrak™ Karambit | Doppler (Factory New)',
      { kind: 'knife', weapon: 'Karambit', finish: 'Doppler', exterior: 'Factory New', statTrak: true },
    ],
    ['★ Bowie Knife', { kind: 'knife', weapon: 'Bowie Knife' }],
    [
      '★ Hand Wraps | Giraffe (Well-Worn)',
      { kind: 'gloves', weapon: 'Hand Wraps', finish: 'Giraffe', exterior: 'Well-Worn' },
    ],
    [
      'Zeus x27 | Olympus (Factory New)',
      { kind: 'equipment', weapon: 'Zeus x27', finish: 'Olympus', exterior: 'Factory New' },
    ],
    ['Sticker | Titan (Holo) | Katowice 2014', { kind: 'sticker', effect: 'Holo', event: 'Katowice 2014' }],
    ['Sticker Slab | Noodles', { kind: 'slab' }],
    ['Souvenir Charm | Austin 2025 Highlight | No Money For You', { kind: 'highlight', event: 'Austin 2025' }],
    ['Charm | Hot Hands', { kind: 'charm' }],
    ['StatTrak™ Music Kit | Austin Wintory, Desert Fire', { kind: 'musicKit', statTrak: true }],
    ['Austin 2025 Nuke Souvenir Highlight Package', { kind: 'container', event: 'Austin 2025' }],
    ['Krakow 2017 Legends (Holo-Foil)', { kind: 'container', effect: 'Holo', event: 'Krakow 2017' }],
    ['Kilowatt Case', { kind: 'container' }],
    ['Chroma 2 Case Key', { kind: 'key' }],
    ['Howl Pin', { kind: 'collectible' }],
    ['Paris 2023 Viewer Pass + 3 Souvenir Tokens', { kind: 'pass', event: 'Paris 2023' }],
    ['StatTrak™ Swap Tool', { kind: 'tool', statTrak: true }],
    ['Number K | The Professionals', { kind: 'agent' }],
    ['Karambit', { kind: 'other' }],
  ])('%s', (name, facts) => {
    expect(told('CS2', name)).toEqual(facts);
  });
});

describe('what a name of another game tells', () => {
  it.each([
    ['Dota2', 'Inscribed Exalted Arms', { kind: 'wearable', quality: 'Inscribed' }],
    ['Dota2', 'Razor Loading Screen', { kind: 'loadingScreen', quality: 'Standard' }],
    ['Dota2', 'Holo skiter Player Sticker - TI 2022', { kind: 'sticker', quality: 'Standard' }],
    ['Dota2', 'Treasure of the Deep', { kind: 'treasure', quality: 'Standard' }],
    ['Dota2', 'Mega-Kills: Axe', { kind: 'announcer', quality: 'Standard' }],
    ['Dota2', 'Kinetic: Dreamcoil of Reminiscence', { kind: 'gem', quality: 'Standard' }],
    ['Dota2', 'Genuine Fire Tribunal Set', { kind: 'bundle', quality: 'Genuine' }],
    ['Dota2', 'CZ-SK Dota 2 League Season 10', { kind: 'ticket', quality: 'Standard' }],
    ['Rust', 'Tempered AK47', { kind: 'weapon', weapon: 'Assault Rifle' }],
    ['Rust', 'Neon Sheet Metal Door', { kind: 'deployable', weapon: 'Sheet Metal Door' }],
    ['Rust', 'Whiteout Metal Facemask', { kind: 'armor', weapon: 'Metal Facemask' }],
    ['Rust', 'Big Grin', { kind: 'skin' }],
    ['TF2', 'Mann Co. Supply Crate Key', { kind: 'key', quality: 'Unique' }],
    ['TF2', 'Strange Festive Rocket Launcher', { kind: 'weapon', weapon: 'Rocket Launcher', quality: 'Strange' }],
    [
      'TF2',
      'Strange Specialized Killstreak Warbird Rocket Launcher (Battle Scarred)',
      { kind: 'weapon', weapon: 'Rocket Launcher', finish: 'Warbird', exterior: 'Battle-Scarred', quality: 'Strange' },
    ],
    ['TF2', 'Unusual Team Captain', { kind: 'cosmetic', quality: 'Unusual' }],
    ['TF2', 'Strange Part: Kills', { kind: 'strangePart', quality: 'Unique' }],
    ['TF2', 'Specialized Killstreak Scattergun Kit', { kind: 'killstreakKit', quality: 'Unique' }],
    [
      'TF2',
      'Sand Cannon War Paint (Minimal Wear)',
      { kind: 'warPaint', finish: 'Sand Cannon', exterior: 'Minimal Wear', quality: 'Unique' },
    ],
    ['TF2', 'Taunt: Conga', { kind: 'taunt', quality: 'Unique' }],
    ['TF2', 'Refined Metal', { kind: 'metal', quality: 'Unique' }],
  ] as const)('%s: %s', (game, name, facts) => {
    expect(told(game, name)).toEqual(facts);
  });
});

const fileOf = (game: Game) => join(sharedFolder, 'catalogue', `${game.toLowerCase()}.json.gz`);
// Of CS2 nothing may be left but what is no name of Steam's
const maxUnmarked: Readonly<Record<Game, number>> = { CS2: 0.001, Dota2: 0.8, Rust: 0.12, TF2: 0.8 };

describe.runIf(games.every((game) => existsSync(fileOf(game))))('recorded names', () => {
  it.each(games)('have a kind that their words show in %s', (game) => {
    const { items } = JSON.parse(gunzipSync(readFileSync(fileOf(game))).toString()) as { items: { name: string }[] };
    const unmarked = items.filter(({ name }) => describeName(game, name).kind === unmarkedKind[game]);
    expect(items.length).toBeGreaterThan(2_000);
    expect(unmarked.length / items.length).toBeLessThan(maxUnmarked[game]);
  });
});
