import Type from 'typebox';
import { appIdOf, currencies, gameNamed, games, Nullable } from '../schema/index.ts';
import { bulk, feed, lookup, walk } from './connector.ts';
import { statedItem } from './item-attributes.ts';
import { isCurrency, money, moneyOrNone } from './money.ts';
import { naturalKeys } from './natural-key.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from './text.ts';
import { isoTime, secondsTime } from './time.ts';
import { required, Unreadable } from './unreadable.ts';

/** Everything a connector outside the repository needs, passed to it as an argument so that its folder can be anywhere. */
export const kit = {
  Type,
  Nullable,
  bulk,
  walk,
  lookup,
  feed,
  money,
  moneyOrNone,
  isCurrency,
  currencies,
  isoTime,
  secondsTime,
  required,
  Unreadable,
  text,
  whole,
  itemFloat,
  pageLink,
  inspectLink,
  urlPart,
  naturalKeys,
  statedItem,
  games,
  gameNamed,
  appIdOf,
} as const;

export type Kit = typeof kit;
