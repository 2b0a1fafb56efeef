import { describe, expect, it } from 'vitest';
import { drawingOf } from './kind-of.ts';

describe('the silhouette of an item', () => {
  it.each([
    ['CS2', 'StatTrak™ AK-47 | Redline (Field-Tested)', 'rifle'],
    ['CS2', 'Souvenir AWP | Dragon Lore (Factory New)', 'sniper'],
    ['CS2', '★ StatTrak™ Karambit | Doppler (Factory New)', 'karambit'],
    ['CS2', '★ Bayonet', 'knife'],
    ['CS2', '★ Sport Gloves | Vice (Minimal Wear)', 'gloves'],
    ['CS2', '★ Hand Wraps | Slaughter (Well-Worn)', 'gloves'],
    ['CS2', 'Sticker | Titan (Holo) | Katowice 2014', 'sticker'],
    ['CS2', 'Sealed Graffiti | Sorry (Frog Green)', 'graffiti'],
    ['CS2', 'Kilowatt Case', 'case'],
    ['CS2', 'Kilowatt Case Key', 'key'],
    ['CS2', 'StatTrak™ Music Kit | Scarlxrd, CHAIN$AW.LXADXUT.', 'music'],
    ['CS2', 'Number K | The Professionals', 'agent'],
    ['CS2', 'Something of tomorrow', 'item'],
    ['Dota2', 'Golden Gravelmaw', 'sword'],
    ['Rust', 'Neon Door', 'gate'],
    ['TF2', 'Mann Co. Supply Crate Key', 'key'],
    ['TF2', 'Unusual Team Captain', 'hat'],
  ])('is, in %s, of “%s” a %s', (game, name, drawing) => {
    expect(drawingOf(game, name)).toBe(drawing);
  });
});
