import Type, { type Static } from 'typebox';
import { Name } from '../item.ts';
import { Nullable } from '../json/nullable.ts';

const Count = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

/** What a marketplace of TF2 says of one item beyond its name; null where it says nothing. */
export const Tf2Traits = Type.Object({
  /** As the game words it, such as "Unusual". */
  quality: Nullable(Name),
  /** A second quality, such as "Strange" of a strange unusual. */
  elevatedQuality: Nullable(Name),
  /** Which of its kind it was to be crafted, counted from 1. */
  craftNumber: Nullable(Count),
  crateSeries: Nullable(Count),
});
export type Tf2Traits = Static<typeof Tf2Traits>;
