import type { PlayedPiece } from '../../market/world.ts';
import { certificateOf } from './item-certificate.ts';

type Property = {
  readonly propertyid: number;
  readonly int_value?: string;
  readonly float_value?: number | string;
  readonly string_value?: string;
};

const whole = (propertyid: number, value: number | null): readonly Property[] =>
  value === null ? [] : [{ propertyid, int_value: String(value) }];

const text = (propertyid: number, value: string | null): readonly Property[] =>
  value === null ? [] : [{ propertyid, string_value: value }];

/**
 * Properties as a market page has them: 1 is the paint seed, 2 the float, 5 the name tag, 6 the item certificate. What is
 * applied has 3, the pattern of a charm, and 4, the scratches of a sticker.
 */
export const marketProperties = (piece: PlayedPiece): readonly Property[] =>
  piece.item.game === 'CS2'
    ? [
        ...whole(1, piece.paintSeed),
        ...(piece.float === null ? [] : [{ propertyid: 2, float_value: Math.fround(piece.float) }]),
        ...text(5, piece.nameTag),
        ...text(6, certificateOf(piece)),
      ]
    : [];

const labels: Readonly<Record<number, string>> = {
  1: 'Pattern Template',
  2: 'Wear Rating',
  3: 'Charm Template',
  4: 'Sticker Scrape Level',
  5: 'Name Tag',
  6: 'Item Certificate',
  7: 'Finish Catalog',
};

const digits = 18;

const labelled = (properties: readonly Property[]) =>
  properties.map(({ float_value, ...rest }) => ({
    ...rest,
    // A market page writes floats as numbers, an inventory as text
    ...(float_value === undefined ? {} : { float_value: inDigits(Number(float_value)) }),
    name: labels[rest.propertyid] ?? '',
  }));

const inDigits = (value: number): string => (value === 0 ? '0' : value.toFixed(digits));

/** The number of a class for what is applied. */
type ClassOf = (name: string, number: number) => string;

const appliedTo = ({ stickers, patches, charm }: PlayedPiece, classOf: ClassOf) => [
  ...[...stickers, ...patches].map(({ name, stickerId, wear }) => ({
    classid: classOf(name, stickerId),
    parent_relationship_properties: labelled([{ propertyid: 4, float_value: Math.fround(wear) }]),
  })),
  ...(charm === null
    ? []
    : [
        {
          classid: classOf(charm.name, charm.charmId),
          standalone_properties: labelled(whole(3, charm.pattern)),
        },
      ]),
];

/** Properties of a piece as an inventory has them, which also has the finish; null if it has none. */
export const inventoryProperties = (piece: PlayedPiece, classOf: ClassOf) => {
  const properties = labelled([...marketProperties(piece), ...whole(7, piece.paintIndex)]);
  if (properties.length === 0 || piece.item.game !== 'CS2') return null;
  const applied = appliedTo(piece, classOf);
  return {
    appid: 730,
    contextid: '2',
    assetid: piece.assetId,
    asset_properties: properties,
    ...(applied.length === 0 ? {} : { asset_accessories: applied }),
  };
};
