import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Decimal amount in yuan. */
const Yuan = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })]);

/** A row of GetHashNameAndPriceList: a name, or for a Doppler one style of it. */
export const Priced = Type.Object({
  HashName: Name,
  /** In Chinese. */
  GoodsName: Maybe(Type.String()),
  IdNum: Maybe(Type.Integer({ minimum: 1 })),
  Price: Nullable(Yuan),
  SellingTotal: Type.Integer({ minimum: 0 }),
  /** "Phase1", "Black Pearl"; null or "" when the row is for all styles. */
  StyleName: Maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

const goods = {
  GoodsNum: Name,
  HashName: Name,
  PaintWear: Maybe(Type.Union([Type.Number(), Type.String()])),
  PaintSeed: Maybe(Type.Number()),
  PaintIndex: Maybe(Type.Number()),
  StyleName: Maybe(Type.String()),
};

/** A row of SellGoodsList: one item for sale. Clients know both names of its price. */
export const Goods = Type.Union([
  Type.Object({ ...goods, SellingPrice: Yuan }),
  Type.Object({ ...goods, Price: Yuan }),
]);
export type Goods = Static<typeof Goods>;

const List = Type.Array(Type.Unknown());

/** Some servers wrap the list in another object. */
export const PriceList = Type.Object({
  ResultCode: Type.Literal('0'),
  ResultData: Type.Union([List, Type.Object({ List })]),
});

export const GoodsPage = Type.Object({
  ResultCode: Type.Literal('0'),
  ResultData: Type.Object({ PageResult: List }),
});
