import { meansAll, type Phase, payoutChoices, phases, plain } from '../../schema/index.ts';
import { bare, choice, count, extrasFlags, type FlagText, gameOf, kind, numbers, text } from '../flags.ts';
import { UsageError } from '../usage-error.ts';

const number = kind((given, name) => {
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  throw new UsageError(`--${name} is "${given}"; give a number such as 12.50`);
});

const list = (flag: FlagText, about: string, separator = ',') =>
  kind((given) => {
    const parts = given.split(separator).map((part) => part.trim());
    const words = parts.filter((part) => part !== '');
    return words.length === 0 ? undefined : words;
  })(flag, about);

const games = list('--game <games>', 'Only these games, comma-separated.');

/** Which messages are wanted; those of `searchFlags`, too, have the names of options of a subscription. */
export const filterFlags = {
  games: {
    ...games,
    read: (given: string | undefined) => games.read(given)?.map((game) => (meansAll(game) ? 'all' : gameOf(game))),
  },
  marketplaces: list('--marketplace <names>', 'Only these marketplaces, comma-separated.'),
  item: text('--item <name>', 'Only this item; items can also be given as arguments, without the flag.'),
  minPriceUSD: number('--min-price <USD>', 'Minimum price.'),
  maxPriceUSD: number('--max-price <USD>', 'Maximum price.'),
  newFloor: bare('--new-floor', 'Only offers that set a new lowest price for their item on their marketplace.'),
  removed: bare('--removed', 'Also print offers that were removed, with the reason.'),
};

function phaseNamed(given: string): Phase {
  const found = phases.find((phase) => plain(phase) === plain(given));
  if (found === undefined) throw new UsageError(`--phase is "${given}"; give some of ${phases.join(', ')}`);
  return found;
}

const variants = list('--phase <variants>', 'Only these Doppler variants, comma-separated.');

export const searchFlags = {
  query: text('--query <words>', 'Channels best and found: only items whose names contain these words.'),
  phases: { ...variants, read: (given: string | undefined) => variants.read(given)?.map(phaseNamed) },
  minFloat: number('--min-float <float>', 'Minimum float.'),
  maxFloat: number('--max-float <float>', 'Maximum float.'),
  paintSeeds: numbers('--seed <numbers>', 'Only these paint seeds, comma-separated.'),
  stickers: list('--sticker <names>', 'Channel found: only offers with these stickers, semicolon-separated.', ';'),
  ...extrasFlags,
  maxDaysTradeLocked: number(
    '--max-lock <days>',
    'Channel found: only offers known to be tradable within this many days; 0 means now.',
  ),
  belowOthersPercent: number(
    '--below-others <percent>',
    'Channel found: only offers at least this many percent cheaper than on every other marketplace.',
  ),
  sort: text(
    '--sort <order>',
    'Channel found: price, priceDown, newest, float or floatDown; channel deals: profit or percent.',
  ),
  limit: number('--limit <count>', 'Channels found and deals: number of top results to follow.'),
  payout: choice(
    payoutChoices,
    '--payout <what>',
    'Channels best and deals: what the marketplaces to sell on pay out: money (default), steamBalance, siteBalance, items, coins or any.',
  ),
  maxHoldDays: number(
    '--max-hold-days <days>',
    'Channel deals: maximum days from buying until what is received is free.',
  ),
};

export const snapshot = bare('--snapshot', 'Print what is on sale now first.');

export const printFlags = {
  channels: list(
    '--channel <names>',
    'Channels, comma-separated: offers, sales, buyOrders, prices, sources, gaps, batches, best, deals, found (default: offers, or found when a flag of that channel is used).',
  ),
  links: bare(
    '--links',
    'In a terminal: print the purchase link of each offer, and the links to both sides of each deal, below it.',
  ),
  bell: bare('--bell', 'In a terminal: ring the bell for each row.'),
  json: bare('--json', 'Print lines of JSON in a terminal, too.'),
  count: count('--count <number>', 'Exit after this many messages.'),
};
