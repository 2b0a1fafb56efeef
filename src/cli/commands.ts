import { dealFlags, defaultWithout, exportTables } from '../schema/index.ts';
import type { Command } from './command.ts';
import { serviceFlags } from './flags.ts';

const { url, key, json } = serviceFlags;
const onlyPhase = { takes: 'variant', about: 'Only this Doppler variant, such as Ruby.' };
const onlyEffect = {
  takes: 'effect',
  about: 'Only this effect of an unusual item of TF2, such as "Burning Flames".',
};
const itsGame = { takes: 'game', about: 'Game of the item (default: the first game that has this name).' };
const usualGame = { takes: 'game', about: 'Game (default: CS2, or the only game that the key can see).' };
const itsMarketplace = { takes: 'name', about: 'Marketplace (default: the cheapest one).' };

const inFull = {
  takes: '',
  about:
    'Adds the price in the currency of the marketplace, the time it was last confirmed, and flags for doubtful data.',
} as const;

const currency = { takes: 'code', about: 'USD, EUR, CNY or RUB (default: USD).' };

const payoutOf = (which: string) => ({
  takes: 'what',
  about: `What the marketplaces ${which} pay out: money (default), steamBalance, siteBalance, items, coins, or any, which includes marketplaces where it is not known.`,
});
const maxHoldDays = {
  takes: 'days',
  about: 'Maximum days from buying until what is received is free; leaves out what has a hold that is not known.',
};
const way = {
  takes: 'way',
  about: 'bid (sell at once to a buy order), list (put on sale at the lowest ask) or any (default).',
};
const links = { takes: '', about: 'Print the links to both sides below each row.' };

const filterFlags = {
  game: { takes: 'games', about: 'Only these games, comma-separated.' },
  marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
  item: { takes: 'name', about: 'Only this item; items can also be given as arguments, without the flag.' },
  'min-price': { takes: 'USD', about: 'Minimum price.' },
  'max-price': { takes: 'USD', about: 'Maximum price.' },
  'new-floor': { takes: '', about: 'Only offers that set a new lowest price for their item on their marketplace.' },
  removed: { takes: '', about: 'Also print offers that were removed, with the reason.' },
};

const searchFlags = {
  query: { takes: 'words', about: 'Channels best and found: only items whose names contain these words.' },
  phase: { takes: 'variants', about: 'Only these Doppler variants, comma-separated.' },
  'min-float': { takes: 'float', about: 'Minimum float.' },
  'max-float': { takes: 'float', about: 'Maximum float.' },
  seed: { takes: 'numbers', about: 'Only these paint seeds, comma-separated.' },
  sticker: { takes: 'names', about: 'Channel found: only offers with these stickers, semicolon-separated.' },
  'max-lock': {
    takes: 'days',
    about: 'Channel found: only offers known to be tradable within this many days; 0 means now.',
  },
  'below-others': {
    takes: 'percent',
    about: 'Channel found: only offers at least this many percent cheaper than on every other marketplace.',
  },
  sort: {
    takes: 'order',
    about: 'Channel found: price, priceDown, newest, float or floatDown; channel deals: profit or percent.',
  },
  limit: { takes: 'count', about: 'Channels found and deals: number of top results to follow.' },
  payout: {
    takes: 'what',
    about:
      'Channels best and deals: what the marketplaces to sell on pay out: money (default), steamBalance, siteBalance, items, coins or any.',
  },
  'max-hold-days': {
    takes: 'days',
    about: 'Channel deals: maximum days from buying until what is received is free.',
  },
};

const printFlags = {
  channel: {
    takes: 'names',
    about:
      'Channels, comma-separated: offers, sales, buyOrders, prices, sources, gaps, batches, best, deals, found (default: offers, or found when a flag of that channel is used).',
  },
  links: {
    takes: '',
    about: 'In a terminal: print the purchase link of each offer, and the links to both sides of each deal, below it.',
  },
  bell: { takes: '', about: 'In a terminal: ring the bell for each row.' },
  json: { takes: '', about: 'Print lines of JSON in a terminal, too.' },
  count: { takes: 'number', about: 'Exit after this many messages.' },
};

/** Every command, in the order in which `itemtape help` lists them. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    about: 'Collects offers and prices from the marketplaces and serves REST, the stream and the dashboard.',
    isPrivate: true,
    usage: '',
    example: 'itemtape serve --http-port 7400',
    flags: {},
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'demo',
    about: 'Runs the service with simulated marketplaces; needs no network.',
    isPrivate: true,
    usage: '',
    example: 'itemtape demo',
    flags: {},
    load: () => import('./commands/demo.ts'),
  },
  {
    name: 'keys',
    about: 'Creates, lists and revokes API keys; a running service applies the change at once.',
    isPrivate: true,
    usage: 'create <name> | list | revoke <name or id>',
    needsNoStore: true,
    example: 'itemtape keys create dashboard',
    flags: {
      'no-websocket': { takes: '', about: 'The new key cannot open the stream.' },
      admin: {
        takes: '',
        about: 'The new key has the rights of the operator, such as managing keys and taking backups.',
      },
      'no-alerts': { takes: '', about: 'The new key cannot create alert rules.' },
      expires: { takes: 'days', about: 'The new key expires after this many days.' },
      'per-minute': { takes: 'number', about: 'Requests per minute that the new key can send.' },
      'per-day': { takes: 'number', about: 'Requests per day (UTC) that the new key can send.' },
      connections: { takes: 'number', about: 'Stream connections that the new key can hold at the same time.' },
      endpoints: {
        takes: 'paths',
        about: 'The new key can use only these paths and those below them, such as /v2,/tape/best.',
      },
      games: { takes: 'names', about: 'The new key can see only these games, such as CS2,Rust.' },
      marketplaces: { takes: 'names', about: 'The new key can see only these marketplaces, such as SkinPort,CSFloat.' },
      json,
    },
    load: () => import('./commands/keys.ts'),
  },
  {
    name: 'marketplaces',
    about: 'Lists the marketplaces, with the data read from each, its fee and the credentials it needs.',
    usage: '',
    example: 'itemtape marketplaces',
    flags: { json },
    load: () => import('./commands/marketplaces.ts'),
  },
  {
    name: 'check',
    about: 'Reads every source of a marketplace, or of all of them, once, live, and reports the result.',
    usage: '<marketplace> | --all',
    mostWords: 1,
    example: 'itemtape check --all --to report.json',
    flags: {
      all: {
        takes: '',
        about:
          'Every source that is on, of all marketplaces, one after the other: a report without data, which can be sent.',
      },
      to: { takes: 'file', about: 'With --all: file to write the report to, as JSON.' },
      game: { takes: 'game', about: 'Only this game.' },
      item: { takes: 'name', about: 'Item to request from lookup sources.' },
      seconds: { takes: 'count', about: 'How long to listen to a feed (default: 30).' },
      json: { takes: '', about: 'Print a line of JSON for each source and game, or with --all the report.' },
    },
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'record',
    about: 'Saves one live response of a source, trimmed, as a test fixture.',
    usage: '<marketplace> <source>',
    mostWords: 2,
    example: 'itemtape record skinport items --rows 5',
    flags: {
      game: { takes: 'game', about: 'Game to request (default: the first one the source covers).' },
      item: { takes: 'name', about: 'Item to request from a lookup source.' },
      rows: { takes: 'count', about: 'Rows to keep (default: 5).' },
      to: { takes: 'folder', about: 'Folder to write to (default: the current one).' },
      json,
    },
    load: () => import('./commands/record.ts'),
  },
  {
    name: 'watch',
    about: 'Follows the stream of a running service: columns in a terminal, lines of JSON in a pipe.',
    usage: '[<item>…]',
    example: 'itemtape watch --game CS2 --max-price 100 --new-floor',
    flags: {
      ...filterFlags,
      ...searchFlags,
      snapshot: { takes: '', about: 'Print what is on sale now first.' },
      ...printFlags,
      url,
      key,
    },
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'replay',
    about: 'Replays past messages of the stream unchanged: columns in a terminal, lines of JSON in a pipe.',
    usage: '[<item>…]',
    example: 'itemtape replay --from -1h --speed 60 --game CS2',
    flags: {
      from: {
        takes: 'instant',
        about: 'Where to start, such as -1h, 2026-01-31T12:00:00Z, EPOCH:SEQUENCE, or oldest for all that is kept.',
      },
      to: { takes: 'instant', about: 'Where to stop, such as now (default: continue with live messages).' },
      speed: { takes: 'times', about: 'How many times as fast as it happened, from 1, or max (default: max).' },
      ...filterFlags,
      ...printFlags,
      url,
      key,
    },
    load: () => import('./commands/tape/replay.ts'),
  },
  {
    name: 'search',
    about: 'Finds items by words in their names and shows the cheapest marketplace of each.',
    usage: '<word…>',
    example: 'itemtape search redline field --game CS2',
    flags: {
      game: { takes: 'game', about: 'Only this game.' },
      marketplace: { takes: 'name', about: 'Only this marketplace.' },
      limit: { takes: 'count', about: 'Items to show (default: 20).' },
      ...serviceFlags,
    },
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'item',
    about: 'Shows the offers and buy orders of one item on one marketplace.',
    usage: '<name>',
    example: 'itemtape item "AK-47 | Redline (Field-Tested)" --marketplace SkinPort',
    flags: {
      game: itsGame,
      marketplace: itsMarketplace,
      limit: { takes: 'count', about: 'Rows of each kind to show (default: 10).' },
      full: inFull,
      ...serviceFlags,
    },
    load: () => import('./commands/item.ts'),
  },
  {
    name: 'compare',
    about: 'Compares one item across all marketplaces, cheapest first.',
    usage: '<name>',
    example: 'itemtape compare "AK-47 | Redline (Field-Tested)"',
    flags: {
      game: itsGame,
      marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
      full: inFull,
      links: { takes: '', about: 'Print the link of each price below it.' },
      ...serviceFlags,
    },
    load: () => import('./commands/compare.ts'),
  },
  {
    name: 'best',
    about: 'Shows the lowest ask and the highest bid for an item across all marketplaces, before and after fees.',
    usage: '<name>',
    example: 'itemtape best "AK-47 | Redline (Field-Tested)"',
    flags: {
      game: itsGame,
      phase: onlyPhase,
      effect: onlyEffect,
      marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
      tradable: { takes: '', about: 'Only offers that are known to be tradable now.' },
      payout: payoutOf('whose bids count'),
      currency,
      links: { takes: '', about: 'Print the link of each price below it.' },
      ...serviceFlags,
    },
    load: () => import('./commands/tape/best.ts'),
  },
  {
    name: 'deals',
    about: 'Lists items worth buying on one marketplace and selling for money on another, after fees.',
    usage: '',
    example: 'itemtape deals --game CS2 --min-profit 5 --max-price 200 --max-hold-days 8',
    flags: {
      game: usualGame,
      name: { takes: 'name', about: 'Only this item, by its full name.' },
      'min-profit': { takes: 'amount', about: 'Minimum profit.' },
      'min-percent': { takes: 'percent', about: 'Minimum profit, as a percentage of what the buyer pays.' },
      'max-price': { takes: 'amount', about: 'Maximum price that the buyer pays.' },
      'max-age': {
        takes: 'seconds',
        about: 'Only deals whose two sides were both confirmed within this many seconds.',
      },
      from: { takes: 'names', about: 'Marketplaces to buy on, comma-separated.' },
      to: { takes: 'names', about: 'Marketplaces to sell on, comma-separated.' },
      way,
      payout: payoutOf('to sell on'),
      'max-hold-days': maxHoldDays,
      pairs: {
        takes: 'which',
        about: 'best (only the first deal of each item; default) or all (every pair of marketplaces).',
      },
      without: {
        takes: 'flags',
        about: `Leave out deals with any of these flags on either side: ${dealFlags.join(', ')}; or none (default: ${defaultWithout.join(',')}).`,
      },
      sort: { takes: 'order', about: 'profit or percent (default: profit).' },
      limit: { takes: 'count', about: 'Deals to show (default: 20).' },
      currency,
      links,
      ...serviceFlags,
    },
    load: () => import('./commands/tape/deals.ts'),
  },
  {
    name: 'ratio',
    about: 'Shows what money becomes as Steam balance, and Steam balance as money, and by which items.',
    usage: '',
    example: 'itemtape ratio --game CS2 --amount 500 --way bid',
    flags: {
      game: usualGame,
      name: { takes: 'name', about: 'Only this item, by its full name.' },
      amount: { takes: 'amount', about: 'Sum to carry across in a day (default: 1000).' },
      way,
      'max-hold-days': maxHoldDays,
      'min-sales': {
        takes: 'count',
        about: 'Only items of which at least this many are sold in a day (default: 1, or 0 with --name).',
      },
      limit: { takes: 'count', about: 'Rows of each direction to show (default: 10).' },
      currency,
      links,
      ...serviceFlags,
    },
    load: () => import('./commands/tape/ratio.ts'),
  },
  {
    name: 'offers',
    about: 'Searches the single offers of all marketplaces by name, float, paint seed, stickers, trade lock and price.',
    usage: '[<word…>]',
    example: 'itemtape offers ak47 redline --max-float 0.16 --below-others 5',
    flags: {
      game: usualGame,
      item: { takes: 'name', about: 'Only this item, by its full name.' },
      phase: onlyPhase,
      effect: onlyEffect,
      marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
      'min-price': { takes: 'amount', about: 'Minimum price.' },
      'max-price': { takes: 'amount', about: 'Maximum price.' },
      'min-float': { takes: 'float', about: 'Minimum float.' },
      'max-float': { takes: 'float', about: 'Maximum float.' },
      seed: { takes: 'numbers', about: 'Only these paint seeds, comma-separated.' },
      sticker: { takes: 'names', about: 'Only offers with these stickers, semicolon-separated.' },
      'max-lock': { takes: 'days', about: 'Only offers known to be tradable within this many days; 0 means now.' },
      'below-others': {
        takes: 'percent',
        about: 'Only offers at least this many percent cheaper than on every other marketplace.',
      },
      sort: { takes: 'order', about: 'price, priceDown, newest, float or floatDown (default: price).' },
      limit: { takes: 'count', about: 'Offers to show (default: 20).' },
      after: { takes: 'place', about: 'Continue after an earlier result, with the value that it printed.' },
      currency,
      ...serviceFlags,
    },
    load: () => import('./commands/tape/offers.ts'),
  },
  {
    name: 'alerts',
    about: 'Creates, lists, tests, pauses and deletes alert rules, which notify a target when something happens.',
    usage: 'list | create <file> | test <id> | deliveries <id> | pause <id> | resume <id> | delete <id>',
    example: 'itemtape alerts create redline.json',
    flags: { ...serviceFlags },
    load: () => import('./commands/tape/alerts.ts'),
  },
  {
    name: 'value',
    about: 'Values a list of items, line by line and in total, before and after fees.',
    usage: '<file>',
    example: 'itemtape value inventory.csv --side sellable',
    flags: {
      game: usualGame,
      side: {
        takes: 'side',
        about:
          'bid (highest buy order), ask (lowest ask) or sellable (only the pieces that open buy orders want now); default: bid.',
      },
      marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
      payout: payoutOf('that count'),
      currency,
      ...serviceFlags,
    },
    load: () => import('./commands/tape/value.ts'),
  },
  {
    name: 'prices',
    about: 'Writes the full price list of a game, all items on all marketplaces, as of one instant.',
    usage: '',
    example: 'itemtape prices --game CS2 --format csv --to prices.csv',
    flags: {
      game: usualGame,
      marketplace: { takes: 'names', about: 'Only these marketplaces, comma-separated.' },
      format: { takes: 'format', about: 'csv, ndjson (one object per line) or json (default: csv).' },
      to: { takes: 'file', about: 'File to write (default: standard output).' },
      currency,
      url,
      key,
    },
    load: () => import('./commands/tape/prices.ts'),
  },
  {
    name: 'movers',
    about: 'Lists the items whose lowest ask across all marketplaces has changed most.',
    usage: '',
    example: 'itemtape movers --direction down --min-price 5',
    flags: {
      game: usualGame,
      hours: { takes: 'count', about: 'How many hours ago to compare with, at most 24 (default: 1).' },
      direction: { takes: 'way', about: 'up, down or any (default: any).' },
      'min-price': { takes: 'amount', about: 'Minimum price (default: one dollar).' },
      payout: {
        takes: 'what',
        about: 'Marketplaces whose asks count: money (those that pay out money; default) or any.',
      },
      limit: { takes: 'count', about: 'Items to show (default: 20).' },
      currency,
      ...serviceFlags,
    },
    load: () => import('./commands/tape/movers.ts'),
  },
  {
    name: 'history',
    about: 'Draws the price of an item over time.',
    usage: '<name>',
    example: 'itemtape history "AK-47 | Redline (Field-Tested)" --days 90',
    flags: {
      game: itsGame,
      marketplace: itsMarketplace,
      days: {
        takes: 'count',
        about: 'How far back (default: 30; with --candles 1, 14 or 365, depending on --interval).',
      },
      candles: {
        takes: '',
        about: 'Print a table of open, high, low and close instead; across all marketplaces unless one is named.',
      },
      interval: { takes: 'width', about: 'Width of a candle: 5m, 1h or 1d (default: 1d).' },
      of: {
        takes: 'what',
        about: 'Price of the candles: ask (lowest ask), bid (highest buy order) or sale (price paid); default: ask.',
      },
      phase: { takes: 'variant', about: 'Candles of this Doppler variant only, such as Ruby.' },
      effect: onlyEffect,
      currency: { takes: 'code', about: 'Currency of candles: USD, EUR, CNY or RUB (default: USD).' },
      ...serviceFlags,
    },
    load: () => import('./commands/history.ts'),
  },
  {
    name: 'sources',
    about: 'Shows the state of each source of a running service and explains what is wrong.',
    usage: '[<marketplace>]',
    example: 'itemtape sources --state refused',
    flags: { state: { takes: 'state', about: 'Only sources in this state.' }, ...serviceFlags },
    load: () => import('./commands/sources.ts'),
  },
  {
    name: 'conditions',
    about:
      'Shows how complete the collected data is: complete, partial and missing days of each source, and its last gap.',
    usage: '[<marketplace>]',
    example: 'itemtape conditions skinport --days 30',
    flags: {
      game: { takes: 'game', about: 'Only this game.' },
      days: { takes: 'count', about: 'How many days, including today (default: 90).' },
      ...serviceFlags,
    },
    load: () => import('./commands/tape/conditions.ts'),
  },
  {
    name: 'status',
    about: 'Shows a running service at a glance: sources by state, the stream, memory and disk use.',
    usage: '',
    example: 'itemtape status',
    flags: serviceFlags,
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'dashboard',
    about: 'Prints a one-time address that opens the dashboard of a running service as the operator.',
    usage: '',
    example: 'itemtape dashboard',
    flags: serviceFlags,
    load: () => import('./commands/dashboard.ts'),
  },
  {
    name: 'backup',
    about: 'Backs up all stored data as of one instant, while a running service continues.',
    isPrivate: true,
    usage: '<folder> | s3://<bucket>/<prefix>',
    example: 'itemtape backup /var/backups/itemtape/2026-01-31',
    flags: serviceFlags,
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    about: 'Restores a backup into an empty data folder.',
    isPrivate: true,
    usage: '<folder> | s3://<bucket>/<prefix>',
    example: 'itemtape restore /var/backups/itemtape/2026-01-31 --data-folder ./data',
    flags: { json },
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'export',
    about: 'Exports one table, or one day as Parquet, from a running service or the data folder.',
    usage: `${exportTables.join(' | ')} | --day <date>`,
    example: 'itemtape export sales --format parquet --since 30d --to sales.parquet',
    flags: {
      format: { takes: 'format', about: 'csv, json (one object per line) or parquet (default: csv).' },
      to: {
        takes: 'file',
        about: 'File to write (default: standard output); with --day, the folder to put the day in.',
      },
      day: {
        takes: 'date',
        about: 'Export the prices, candles and sales of this day (UTC) as Parquet, with a manifest.',
      },
      since: { takes: 'when', about: 'Only rows from this date or instant on, or from the last 12h or 30d.' },
      columns: { takes: '', about: 'Print the columns of the table and their units instead.' },
      ...serviceFlags,
      json: { takes: '', about: 'With --columns: print them as JSON.' },
    },
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'mcp',
    about:
      'Lets an assistant read a running service through the Model Context Protocol, over standard input and output.',
    usage: '',
    example: 'itemtape mcp --url http://127.0.0.1:7400',
    flags: { url, key },
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'completion',
    about: 'Prints a script that completes the commands and their flags in a shell.',
    usage: 'bash | zsh | fish',
    mostWords: 1,
    example: 'itemtape completion bash > ~/.local/share/bash-completion/completions/itemtape',
    flags: {},
    load: () => import('./commands/completion.ts'),
  },
  {
    name: 'config',
    about: 'Shows every setting with its value and origin, or checks the settings.',
    usage: 'print | check',
    mostWords: 1,
    example: 'itemtape config print',
    flags: {
      json: {
        takes: '',
        about: 'Print JSON that can serve as a settings file, except for secrets, which are replaced with ….',
      },
    },
    load: () => import('./commands/config.ts'),
  },
];
