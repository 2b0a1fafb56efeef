import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { type Field, float32Of, readMessage, unmasked } from '../../../../test/support/stage/protobuf.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import { certificateOf, floatBits, varintField } from './item-certificate.ts';

const [rifle] = stageItems.CS2;
if (rifle === undefined) throw new Error('the catalogue is empty');

const listing = (item: CatalogueItem, change: Partial<PlayedListing> = {}): PlayedListing => ({
  number: 1_234_567,
  item,
  priceUsd: 12,
  float: 0.25,
  paintIndex: item.paintIndex,
  paintSeed: 500,
  phase: null,
  effect: null,
  stickers: [],
  patches: [],
  charm: null,
  nameTag: null,
  statTrakCount: null,
  assetId: '52824731850',
  sellerId: '76561198000000001',
  tradableAt: null,
  listedAt: 0,
  ...change,
});

const numberAt = (fields: readonly Field[], number: number): number =>
  Number(fields.find(([field]) => field === number)?.[1] ?? Number.NaN);

const stickersOf = (fields: readonly Field[]) =>
  fields
    .filter(([field]) => field === 12)
    .map(([, value]) => readMessage(value instanceof Uint8Array ? value : new Uint8Array()))
    .map((sticker) => {
      const wear = sticker.find(([field]) => field === 3)?.[1];
      return {
        slot: numberAt(sticker, 1),
        stickerId: numberAt(sticker, 2),
        wear: wear instanceof Uint8Array ? float32Of(wear) : 0,
      };
    });

describe('an item certificate', () => {
  it('starts with its mask, and a zero under it', () => {
    const certificate = certificateOf(listing(rifle));

    expect(certificate).toMatch(/^[0-9A-F]+$/);
    expect(unmasked(certificate).mask).toBe(1 + (1_234_567 % 255));
  });

  it('carries asset, weapon, finish, rarity, quality, float and seed', () => {
    const fields = readMessage(unmasked(certificateOf(listing(rifle))).message);

    expect([2, 3, 4, 5, 6, 7, 8].map((field) => numberAt(fields, field))).toEqual([
      52_824_731_850,
      rifle.defIndex,
      rifle.paintIndex,
      5,
      4,
      floatBits(0.25),
      500,
    ]);
  });

  it('omits float and seed of items without a finish', () => {
    const fields = readMessage(unmasked(certificateOf(listing(rifle, { float: null, paintSeed: null }))).message);

    expect(fields.map(([field]) => field)).toEqual([2, 3, 4, 5, 6, 13, 14]);
  });

  it('returns every float and sticker exactly', () => {
    const unit = fc.float({ min: 0, max: 1, noNaN: true }).map((value) => Math.abs(value));
    const sticker = fc.record({
      name: fc.constant('Sticker | Any'),
      slot: fc.nat(5),
      stickerId: fc.nat(20_000),
      wear: unit,
    });
    fc.assert(
      fc.property(
        unit,
        fc.nat(1000),
        fc.array(sticker, { maxLength: 5 }),
        fc.nat(),
        (float, seed, stickers, number) => {
          const certificate = certificateOf(listing(rifle, { float, paintSeed: seed, stickers, number }));
          const fields = readMessage(unmasked(certificate).message);

          expect([numberAt(fields, 7), numberAt(fields, 8)]).toEqual([floatBits(float), seed]);
          expect(stickersOf(fields)).toEqual(stickers.map(({ slot, stickerId, wear }) => ({ slot, stickerId, wear })));
        },
      ),
      { numRuns: 200 },
    );
  });
});

const recording = join(sharedFolder, 'marketplaces', 'fixtures', 'steam-market', 'ssr_listings-1.json');

type Properties = readonly { readonly propertyid: number; readonly string_value?: string }[];

describe.runIf(existsSync(recording))('recorded item certificates', () => {
  const rows: readonly { readonly asset: { readonly asset_properties: Properties; readonly assetid: string } }[] =
    existsSync(recording) ? JSON.parse(readFileSync(recording, 'utf8')).state.data.pages[0].listings : [];

  it("have the fields of the stage's certificates in the same order", () => {
    expect(rows.length).toBe(20);
    for (const { asset } of rows) {
      const certificate = asset.asset_properties.find(({ propertyid }) => propertyid === 6)?.string_value ?? '';
      const fields = readMessage(unmasked(certificate).message);
      const stickers = stickersOf(fields);
      const own = readMessage(unmasked(certificateOf(listing(rifle, { stickers: stickers.map(named) }))).message);

      expect(fields.map(([field]) => field)).toEqual(own.map(([field]) => field));
    }
  });

  it('are reproduced byte for byte when their values are encoded again under their mask', () => {
    for (const { asset } of rows) {
      const certificate = asset.asset_properties.find(({ propertyid }) => propertyid === 6)?.string_value ?? '';
      const { message } = unmasked(certificate);
      const fields = readMessage(message);
      const item = {
        ...rifle,
        defIndex: numberAt(fields, 3),
        rarity: 'Industrial Grade',
        name: 'Galil AR | Acid Dart',
      };
      const bits = Buffer.alloc(4);
      bits.writeUInt32LE(numberAt(fields, 7));
      const own = certificateOf(
        listing(item, {
          assetId: asset.assetid,
          paintIndex: numberAt(fields, 4),
          float: bits.readFloatLE(),
          paintSeed: numberAt(fields, 8),
          stickers: stickersOf(fields).map(named),
        }),
      );
      // The last two fields say where the item is and came from, which the stage makes up
      const tail = fields
        .filter(([field]) => field > 12)
        .flatMap(([field, value]) => varintField(field, Number(value)));
      const ownTail = readMessage(unmasked(own).message).filter(([field]) => field > 12);
      const ownLength = ownTail.flatMap(([field, value]) => varintField(field, Number(value))).length;

      expect([...unmasked(own).message.subarray(0, -ownLength), ...tail]).toEqual([...message]);
    }
  });
});

function named(sticker: { readonly slot: number; readonly stickerId: number; readonly wear: number }) {
  return { ...sticker, name: 'Sticker | Any' };
}
