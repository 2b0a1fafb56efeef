import { describe, expect, it } from 'vitest';
import { createDice } from '../../../test/support/book/read-market.ts';
import { blockLength } from './block-bounds.ts';
import type { Slot } from './numbers.ts';
import { anyExtras, type ExtrasFilter } from '../../schema/index.ts';
import { marksFor, OfferTraits, type Pieces, stickerTrait } from './offer-traits.ts';

const blocks = 3;
const named = (names: readonly string[]): Pieces => ({ stickers: names.map((name, slot) => ({ name, wear: 0, slot })) });

describe('marks of what is on the offers of a block', () => {
  it('never miss a present one, however often offers are replaced, and lose most removed ones', () => {
    const dice = createDice(3);
    const held = new Map<number, readonly string[]>();
    const traits = new OfferTraits((slot) => named(held.get(slot) ?? []));
    const put = (slot: number, names: readonly string[]) => {
      held.set(slot, names);
      traits.setPieces(slot as Slot, named(names));
    };
    const mayHold = (block: number, name: string) => traits.stickerMarks.mayHold(block, stickerTrait(name));
    const previous = Array.from({ length: 100 }, (_, at) => `Former ${at}`);
    for (let slot = 0; slot < blocks * blockLength; slot += 1) put(slot, [previous[slot % previous.length] ?? '']);
    for (let step = 0; step < 20 * blockLength; step += 1)
      put(
        dice(blocks * blockLength),
        Array.from({ length: dice(3) === 0 ? dice(8) : 0 }, () => `Sticker ${dice(2_000)}`),
      );

    const missing = [...held].filter(([slot, names]) => !names.every((name) => mayHold(slot / blockLength, name)));
    expect(missing).toEqual([]);
    for (let block = 0; block < blocks; block += 1)
      expect(previous.filter((name) => mayHold(block, name)).length).toBeLessThan(previous.length / 2);
  });

  it('exclude what no offer of the block has', () => {
    const traits = new OfferTraits(() => ({ stickers: [] }));
    for (let slot = 0; slot < blockLength; slot += 1) traits.setPieces(slot as Slot, named([`Sticker ${slot % 50}`]));
    const others = Array.from({ length: 1_000 }, (_, at) => stickerTrait(`Other ${at}`));

    expect(others.filter((mark) => traits.stickerMarks.mayHold(0, mark)).length).toBeLessThan(100);
    expect(others.filter((mark) => traits.stickerMarks.mayHold(1, mark))).toEqual([]);
  });

  it('tell what else is on an offer, and not what is told to be absent', () => {
    const traits = new OfferTraits(() => ({ stickers: null }));
    const mark = (asked: Partial<ExtrasFilter>) => marksFor({ ...anyExtras, ...asked });
    const holds = (slot: number, asked: Partial<ExtrasFilter>) =>
      mark(asked).every((one) => traits.mayHold(slot as Slot, one));
    const four = named(['a', 'b', 'c', 'd']);
    traits.setPieces(0 as Slot, { ...four, charms: [{ name: 'Charm | X', pattern: null }], nameTag: 'Y' });
    traits.setPieces(1 as Slot, { ...four, charms: [], nameTag: '' });

    expect([holds(0, { charm: 'x' }), holds(0, { nameTag: true }), holds(0, { patch: 'x' })]).toEqual([true, true, false]);
    expect([holds(1, { charm: 'x' }), holds(1, { nameTag: true })]).toEqual([false, false]);
  });
});
