import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';
import { Id } from '../families/c5.ts';

/** An item in the search results. */
export const Found = Type.Object({
  itemId: Id,
  marketHashName: Type.String({ minLength: 1 }),
  imageUrl: Type.Optional(Nullable(Type.String())),
  /** Dollars; the cheaper of the two kinds of delivery. */
  priceInfo: Nullable(
    Type.Object({ price: Nullable(Type.Number({ minimum: 0 })), quantity: Nullable(Type.Integer({ minimum: 0 })) }),
  ),
});
export type Found = Static<typeof Found>;

/** Without the number of pages, the first one would count as the whole list. */
export const FoundPage = Type.Object({
  data: Type.Object({ list: Type.Array(Type.Unknown()), pages: Type.Integer({ minimum: 0 }) }),
});
