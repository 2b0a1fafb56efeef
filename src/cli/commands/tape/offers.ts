import type { FoundOffer } from '#client';
import { given, offerSorts } from '../../../schema/index.ts';
import {
  amount,
  byDefault,
  choice,
  count,
  currency,
  defaultGame,
  extrasFlags,
  list,
  numbers,
  onlyEffect,
  onlyItem,
  onlyMarketplaces,
  onlyPhase,
  text,
} from '../../flags.ts';
import { query } from '../../read/query.ts';
import { chosenGame } from '../../read/service.ts';
import { age, type Column, itemColumn, tableLines, usd } from '../../read/table.ts';

const extrasText = ({ charms, patches, nameTag, statTrakCount, fade }: FoundOffer): string =>
  [
    ...[...(charms ?? []), ...(patches ?? [])].map(({ name }) => name),
    ...(nameTag === null ? [] : [`“${nameTag}”`]),
    ...(statTrakCount === null ? [] : [`${statTrakCount} counted`]),
    ...(fade === null ? [] : [`${fade.toFixed(1)} % fade`]),
  ].join(', ');

const columns: readonly Column<FoundOffer>[] = [
  { head: 'price', isNumber: true, cell: ({ price }) => usd(price) },
  {
    head: 'below others',
    isNumber: true,
    cell: ({ belowOthersPercent }) => (belowOthersPercent === null ? '–' : `${belowOthersPercent.toFixed(1)} %`),
  },
  { head: 'usually', isNumber: true, cell: ({ usualAsk }) => usd(usualAsk) },
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'float', isNumber: true, cell: ({ float }) => (float === null ? '–' : float.toFixed(6)) },
  { head: 'seed', isNumber: true, cell: ({ paintSeed }) => (paintSeed === null ? '–' : String(paintSeed)) },
  { head: 'stickers', isNumber: true, cell: ({ stickersAsk }) => (stickersAsk === 0 ? '0' : usd(stickersAsk)) },
  { head: 'also on it', cell: extrasText },
  {
    head: 'locked',
    isNumber: true,
    cell: ({ daysTradeLocked }) => (daysTradeLocked === null ? '?' : `${daysTradeLocked} d`),
  },
  { head: 'seen', isNumber: true, cell: ({ seenAt }, now) => age(seenAt, now) },
  itemColumn,
];

export const command = query({
  about: 'Searches the single offers of all marketplaces by name, float, paint seed, stickers, charms, fade, trade lock and price.',
  usage: '[<word…>]',
  example: 'itemtape offers ak47 redline --max-float 0.16 --below-others 5',
  flags: {
    game: defaultGame,
    name: text('--item <name>', onlyItem.about),
    phase: onlyPhase,
    effect: onlyEffect,
    marketplaces: onlyMarketplaces,
    minPrice: amount('--min-price <amount>', 'Minimum price.'),
    maxPrice: amount('--max-price <amount>', 'Maximum price.'),
    minFloat: amount('--min-float <float>', 'Minimum float.'),
    maxFloat: amount('--max-float <float>', 'Maximum float.'),
    paintSeeds: numbers('--seed <numbers>', 'Only these paint seeds, comma-separated.'),
    stickers: list('--sticker <names>', 'Only offers with these stickers, semicolon-separated.', ';'),
    ...extrasFlags,
    maxDaysTradeLocked: amount(
      '--max-lock <days>',
      'Only offers known to be tradable within this many days; 0 means now.',
    ),
    belowOthersPercent: amount(
      '--below-others <percent>',
      'Only offers at least this many percent cheaper than on every other marketplace.',
    ),
    sort: choice(offerSorts, '--sort <order>', 'price, priceDown, newest, float or floatDown (default: price).'),
    limit: byDefault(20, count('--limit <count>', 'Offers to show (default: 20).')),
    after: text('--after <place>', 'Continue after an earlier result, with the value that it printed.'),
    currency,
  },
  subject: (words) => given({ query: words.join(' ').trim() || null }),
  game: chosenGame,
  ask: ({ tape, flags, subject, game }) => tape.findOffers({ ...flags, ...subject, game }),
  show: ({ game, currency: money, offers, next }) => {
    if (offers.length === 0) return { none: 'no known offer matches' };
    return [
      `${game}, ${money}; stickers are valued at their own lowest asks`,
      ...tableLines(columns, offers),
      ...(next === null ? [] : [`for more, add --after ${next}`]),
    ];
  },
});
