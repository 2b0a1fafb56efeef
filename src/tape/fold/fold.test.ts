import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, madeUpNames, madeUpOffer, pricesOf } from '../../../bench/made-up/made-up-items.ts';
import { anyChange, instant } from '../../../test/support/arbitraries/any-change.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import { packRecords } from '../../../test/support/tape/pack-records.ts';
import { Book } from '../../book/book.ts';
import type { Change, NormalOffer } from '../../schema/index.ts';
import { packBlock, unpackBlock } from '../block.ts';
import { coding } from '../frame.ts';
import type { TapeRecord } from '../record.ts';
import { fold } from './fold.ts';

const linesOf = (changes: readonly { readonly at: number; readonly change: Change }[]): Buffer =>
  packRecords(changes.map(({ at, change }): TapeRecord => ({ what: 'change', at, change })));

async function isGivenBack(lines: Buffer): Promise<void> {
  const packed = await packBlock(lines);
  expect(packed.coding).toBe(coding.folded);
  expect((await unpackBlock(packed.coding, packed.bytes)).toString()).toBe(lines.toString());
}

describe('lines of the tape that are folded', () => {
  it('are restored byte for byte, whatever they hold', async () => {
    const some = fc.array(fc.record({ at: instant, change: anyChange }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(some, async (changes) => {
        // Twice, so that there are earlier lines to refer to
        const twice = [...changes, ...changes.map(({ at, change }) => ({ at: at + 1, change }))];
        await isGivenBack(linesOf(twice));
      }),
      { numRuns: extent({ short: 60, long: 200 }) },
    );
  });

  it('are restored when their values contain one another', async () => {
    const part = fc.constantFrom(
      '76561198',
      '123456789',
      '0.',
      'null',
      '"',
      '%20',
      'ABCDEF01',
      'abcdef01',
      ' ',
      'é',
      '\\',
    );
    const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const texts = fc.record({ name: text, offerId: text, purchaseLink: text, inspectLink: text, ownerId: text });
    const floats = fc.constantFrom(0.1, Math.fround(0.1), Math.fround(1e-7), 1e-7, 0.25, 0);
    const offer = fc.sample(anyChange, { numRuns: 100, seed: 5 }).find(({ kind }) => kind === 'added');
    if (offer?.kind !== 'added') throw new Error('there is no new offer among the samples');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, floats)), async (made) => {
        const changes = made.map(([values, float], at) => {
          const link = `https://example.com/${encodeURIComponent(values.name)}/${values.offerId}${values.purchaseLink}`;
          return { at, change: { ...offer, offer: { ...offer.offer, ...values, purchaseLink: link, float } } };
        });
        await isGivenBack(Buffer.concat([Buffer.from('["gap",7,{"from":1}]\n'), linesOf(changes)]));
      }),
      { numRuns: extent({ short: 60, long: 200 }) },
    );
  });

  it('are restored when they have another form than this release writes', async () => {
    const lines = [
      '',
      '[',
      'record 5',
      '["a",1,2',
      '["f",01,1,["CS2","x",null,1,[1,2,3,4],5]]',
      '["x",1]',
      '["a",1.5,2,[]]',
    ];
    const later = '["f",1,1,["CS2","x",null,1,[1,2,3,4],5,{"later":"[\\"]"}],7]';
    const cut = '["u",1,1,["CS2","x",null,1,"7",[5,"USD"],[5,4,3,';
    await isGivenBack(Buffer.from([...lines, later, cut, later, ''].join('\n')));
  });

  it('are not folded when they could not be restored', async () => {
    for (const lines of [Buffer.from('no end'), Buffer.from('a\nno end'), Buffer.from('a\u0007b\n')]) {
      expect(await fold(lines)).toBeNull();
      const packed = await packBlock(lines);
      expect(packed.coding).toBe(coding.deflated);
      expect((await unpackBlock(packed.coding, packed.bytes)).toString()).toBe(lines.toString());
    }
  });
});

/** Offers that appear, are repriced and removed, with the resulting floors. */
function madeUpMarket(count: number): Buffer {
  const random = createRandom(7);
  const names = madeUpNames(500);
  const book = new Book();
  const stamp = (at: number) => ({ marketplaceId: 5, source: 'made up', at });
  const changes: Change[] = [];
  const standing: NormalOffer[] = [];
  for (let at = 0; changes.length < count; at += 1) {
    const offer = madeUpOffer(names[at % names.length] as string, at % 4, random);
    standing.push(offer);
    changes.push(...book.apply([offer], stamp(at)));
    if (standing.length < 40) continue;
    const [oldest] = standing.splice(0, 1) as [NormalOffer];
    const repriced = { ...(standing[3] as NormalOffer), ...pricesOf(500 + at) };
    changes.push(...book.apply([repriced], stamp(at)));
    const gone = { kind: 'withdrawal', game: oldest.game, offerId: oldest.offerId, reason: 'sold' } as const;
    changes.push(...book.apply([gone], stamp(at)));
  }
  return linesOf(changes.map((change) => ({ at: change.at, change })));
}

it('takes little more than half the size of lines that are only deflated', async () => {
  const lines = madeUpMarket(1_500);
  const { bytes } = await packBlock(lines);
  expect(bytes.length).toBeLessThan(0.62 * deflateRawSync(lines).length);
});
