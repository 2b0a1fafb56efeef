import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Property = Type.Object({
  propertyid: Type.Integer(),
  int_value: Maybe(Type.String()),
  float_value: Maybe(Type.Union([Type.String(), Type.Number()])),
  string_value: Maybe(Type.String()),
});

const Description = Type.Object({
  classid: Type.String(),
  instanceid: Type.String(),
  market_hash_name: Type.String({ minLength: 1 }),
  tradable: Maybe(Type.Integer()),
  marketable: Maybe(Type.Integer()),
  descriptions: Maybe(Type.Array(Type.Object({ value: Maybe(Type.String()) }))),
});
type Description = Static<typeof Description>;

const Asset = Type.Object({
  assetid: Type.String({ minLength: 1 }),
  classid: Type.String(),
  instanceid: Type.String(),
  amount: Type.String(),
});

/** A page of an inventory; an empty one has neither assets nor descriptions. */
export const InventoryPage = Type.Object({
  total_inventory_count: Type.Integer({ minimum: 0 }),
  more_items: Maybe(Type.Integer()),
  last_assetid: Maybe(Type.String()),
  assets: Maybe(Type.Array(Asset)),
  descriptions: Maybe(Type.Array(Description)),
  asset_properties: Maybe(
    Type.Array(Type.Object({ assetid: Type.String(), asset_properties: Maybe(Type.Array(Property)) })),
  ),
});
export type InventoryPage = Static<typeof InventoryPage>;

/** An asset of an inventory with what its owner shows of it. */
export type InventoryItem = {
  readonly assetId: string;
  /** As Steam writes it. */
  readonly name: string;
  readonly quantity: number;
  readonly isTradable: boolean;
  readonly isMarketable: boolean;
  readonly float: number | null;
  readonly paintSeed: number | null;
  readonly paintIndex: number | null;
  readonly nameTag: string | null;
  /** Effect of an unusual item of TF2. */
  readonly effect: string | null;
};

// Ids of Steam's schema of properties
const ofPaintSeed = 1;
const ofFloat = 2;
const ofNameTag = 5;
const ofPaintIndex = 7;

const classOf = ({ classid, instanceid }: Pick<Description, 'classid' | 'instanceid'>): string =>
  `${classid} ${instanceid}`;

const numberOr = (value: string | number | null | undefined): number | null => {
  const found = value == null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(found) ? found : null;
};

const effectLine = /^★ Unusual Effect: (.+)$/;

function effectOf({ descriptions }: Description): string | null {
  for (const { value } of descriptions ?? []) {
    const found = effectLine.exec(value ?? '')?.[1];
    if (found !== undefined) return found.trim();
  }
  return null;
}

/** The assets of a page; those without a description have no name and are left out. */
export function itemsOfPage({ assets, descriptions, asset_properties: told }: InventoryPage): InventoryItem[] {
  const described = new Map((descriptions ?? []).map((one) => [classOf(one), one]));
  const properties = new Map((told ?? []).map((one) => [one.assetid, one.asset_properties ?? []]));
  return (assets ?? []).flatMap((asset) => {
    const about = described.get(classOf(asset));
    if (about === undefined) return [];
    const property = (id: number) => properties.get(asset.assetid)?.find(({ propertyid }) => propertyid === id);
    return [
      {
        assetId: asset.assetid,
        name: about.market_hash_name,
        quantity: Math.max(1, Math.trunc(numberOr(asset.amount) ?? 1)),
        isTradable: about.tradable === 1,
        isMarketable: about.marketable === 1,
        float: numberOr(property(ofFloat)?.float_value),
        paintSeed: numberOr(property(ofPaintSeed)?.int_value),
        paintIndex: numberOr(property(ofPaintIndex)?.int_value),
        nameTag: property(ofNameTag)?.string_value || null,
        effect: effectOf(about),
      },
    ];
  });
}
