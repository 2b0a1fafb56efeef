import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// JSON.parse rounds larger numbers, which would then identify another item
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Decimal amount in yuan; "", "0" and "0.00" mean none. */
const Yuan = Type.String({ pattern: '^(?:[0-9]+(?:\\.[0-9]+)?)?$' });

/** A row of querySaleTemplate: one name. */
export const Template = Type.Object({
  id: Id,
  gameId: Type.Literal(730),
  commodityHashName: Name,
  commodityName: Maybe(Type.String()),
  iconUrl: Maybe(Type.String()),
  onSaleCount: Type.Integer({ minimum: 0 }),
  price: Yuan,
});
export type Template = Static<typeof Template>;

/** A row of batchGetOnSaleCommodityInfo: one name. */
export const Priced = Type.Object({
  saleTemplateResponse: Type.Object({ templateId: Id, templateHashName: Name, iconUrl: Maybe(Type.String()) }),
  saleCommodityResponse: Type.Object({ minSellPrice: Nullable(Yuan), sellNum: Type.Integer({ minimum: 0 }) }),
});
export type Priced = Static<typeof Priced>;

const NumberOrText = Type.Union([Type.Number(), Type.String()]);

/** A row of goodsQuery: one item for sale; its own name is Chinese. */
export const Goods = Type.Object({
  id: Id,
  templateId: Id,
  commodityPrice: Yuan,
  commodityAbrade: Maybe(NumberOrText),
  commodityPaintSeed: Maybe(Type.Number()),
  commodityPaintIndex: Maybe(Type.Number()),
  commodityStickers: Maybe(
    Type.Array(
      Nullable(
        Type.Object({
          rawIndex: Maybe(Type.Integer({ minimum: 0 })),
          hashName: Maybe(Type.String()),
          abrade: Maybe(NumberOrText),
        }),
      ),
    ),
  ),
  commodityDoppler: Maybe(Type.Object({ title: Maybe(Type.String()) })),
});
export type Goods = Static<typeof Goods>;

/** A row of getTemplatePurchaseOrderListPC; `key` is made from its fields. */
export const PurchaseOrder = Type.Object({
  key: Name,
  purchasePrice: Type.Union([Type.Number(), Yuan]),
  surplusQuantity: Type.Integer({ minimum: 0 }),
});
export type PurchaseOrder = Static<typeof PurchaseOrder>;

export const TemplatePage = Type.Object({
  Code: Type.Literal(0),
  Data: Type.Array(Type.Unknown()),
  TotalCount: Type.Optional(Type.Integer({ minimum: 0 })),
});

export const OpenAnswer = Type.Object({ code: Type.Literal(0), data: Type.Array(Type.Unknown()) });

export const PurchaseOrderPage = Type.Object({
  code: Type.Literal(0),
  data: Type.Object({ purchaseOrderResponseList: Type.Array(Type.Unknown()) }),
});
