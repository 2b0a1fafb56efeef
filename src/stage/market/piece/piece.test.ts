import { describe, expect, it } from 'vitest';
import { catalogue, sampleOf } from '../../catalogue/catalogue.ts';
import { createWorld } from '../create-world.ts';
import type { CatalogueItem, PlayedPiece } from '../world.ts';
import { appliedWorth, floatWorth, seedWorth } from './premium.ts';
import { wearBandOf } from './wear-band.ts';

const world = createWorld({ seed: 1, startedAt: 0, items: { ...sampleOf(8), CS2: catalogue.CS2 } });
const count = 4000;

const named = (name: string): CatalogueItem => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`the catalogue has no "${name}"`);
  return item;
};
const piecesOf = (name: string): readonly PlayedPiece[] =>
  Array.from({ length: count }, (_, position) => world.pieceOf(named(name), 7, position));
const shareOf = (pieces: readonly PlayedPiece[], has: (piece: PlayedPiece) => boolean): number =>
  pieces.filter(has).length / pieces.length;

describe('what is on one piece', () => {
  const rifles = piecesOf('StatTrak™ AK-47 | Redline (Field-Tested)');

  it('is the same for the same owner and position', () => {
    expect(world.pieceOf(named('AK-47 | Redline (Field-Tested)'), 7, 3)).toEqual(
      world.pieceOf(named('AK-47 | Redline (Field-Tested)'), 7, 3),
    );
  });

  it('is on a weapon a sticker in a third of cases, and seldom a charm or a name tag', () => {
    expect(shareOf(rifles, ({ stickers }) => stickers.length > 0)).toBeCloseTo(0.35, 1);
    expect(shareOf(rifles, ({ charm }) => charm !== null)).toBeCloseTo(0.08, 1);
    expect(shareOf(rifles, ({ nameTag }) => nameTag !== null)).toBeCloseTo(0.04, 1);
    expect(new Set(rifles.map(({ charm }) => charm?.kind))).toEqual(new Set([undefined, 'charm', 'slab', 'highlight']));
  });

  it('gives only charms a pattern, and only slabs and highlights what is in them', () => {
    const charms = rifles.flatMap(({ charm }) => charm ?? []);

    for (const { kind, name, pattern, insideId } of charms) {
      expect([pattern === null, insideId === null]).toEqual(kind === 'charm' ? [false, true] : [true, false]);
      expect(name).toMatch({ charm: /^Charm \| /, slab: /^Sticker Slab \| /, highlight: / Highlight \| / }[kind]);
    }
  });

  it('counts kills on what is StatTrak™, also on knives, and nowhere else', () => {
    const counted = ({ statTrakCount }: PlayedPiece): boolean => statTrakCount !== null;

    expect(shareOf(rifles, counted)).toBe(1);
    expect(shareOf(piecesOf('★ StatTrak™ Karambit | Fade (Factory New)'), counted)).toBe(1);
    expect(shareOf(piecesOf('AK-47 | Redline (Field-Tested)'), counted)).toBe(0);
  });

  it('is only patches on an agent, and on a knife no sticker and no charm', () => {
    const agents = piecesOf('Number K | The Professionals');
    const knives = piecesOf('★ Karambit | Fade (Factory New)');

    expect(shareOf(agents, ({ patches }) => patches.every(({ name }) => name.startsWith('Patch | ')))).toBe(1);
    expect(shareOf(agents, ({ patches }) => patches.length > 0)).toBeCloseTo(0.2, 1);
    expect(shareOf([...agents, ...knives], ({ stickers, charm }) => stickers.length > 0 || charm !== null)).toBe(0);
  });
});

describe('what one piece is worth beside another of its name', () => {
  it('is more with a low float, most of all close to zero, and one at the end of the wear', () => {
    const band = wearBandOf(named('AWP | Dragon Lore (Factory New)'));
    if (band === null) throw new Error('a skin has a float');
    const worths = [0.0001, 0.005, 0.02, 0.05, band.to].map((float) => floatWorth(band, float));

    expect(worths).toEqual(worths.toSorted((a, b) => b - a));
    expect(worths[0]).toBeGreaterThan(1.4);
    expect(worths.at(-1)).toBe(1);
  });

  it('is more with a high fade, and for a few seeds of a hardened finish', () => {
    const fades = Array.from({ length: 1000 }, (_, seed) => seedWorth(named('★ Karambit | Fade (Factory New)'), seed));
    const gems = Array.from({ length: 1000 }, (_, seed) =>
      seedWorth(named('AK-47 | Case Hardened (Field-Tested)'), seed),
    );

    expect([Math.min(...fades), Math.max(...fades)]).toEqual([1, 1.75]);
    expect(gems.filter((worth) => worth > 1).length).toBeGreaterThan(20);
    expect(gems.filter((worth) => worth > 1).length).toBeLessThan(100);
    expect(seedWorth(named('AK-47 | Redline (Field-Tested)'), 661)).toBe(1);
  });

  it('grows by a small part of the price of a sticker, less if it is scratched', () => {
    expect(appliedWorth(100, 'whole', 0.5)).toBeCloseTo(6, 9);
    expect(appliedWorth(100, 'scratched', 0.5)).toBeLessThan(2);
    expect(appliedWorth(100, 'slab', 1)).toBeLessThan(100);
  });
});
