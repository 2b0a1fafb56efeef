import type { DealSell, StreamMessage } from '#client';
import { counted } from '../../schema/index.ts';
import { clean } from '../read/clean.ts';
import { payoutText } from '../read/payout.ts';
import { variantIn } from '../read/table.ts';
import { cellsTaken } from '../read/width.ts';

export type RowOptions = {
  /** Width of the terminal. */
  readonly columns: number;
  readonly isColoured: boolean;
  /** Whether lines below hold the purchase link of an offer, or the links to both sides of a deal. */
  readonly hasLinks: boolean;
  /** Whether a column compares the price of a found offer with the lowest ask on every other marketplace. */
  readonly hasOthers: boolean;
  /** Formats epoch milliseconds in 8 characters. */
  readonly timeOf: (at: number) => string;
};

type DataMessage = Extract<StreamMessage, { readonly data: object }>;

type RowCells = {
  readonly what: string;
  readonly colour: Colour;
  readonly usd: number | null;
  readonly item: string;
  readonly others?: string;
};

type Colour = keyof typeof colours;
const colours = { green: 32, yellow: 33, red: 31, cyan: 36, magenta: 35, blue: 34, grey: 90, bold: 1 };

const widths = { time: 8, what: 7, usd: 10, others: 9, marketplace: 13, game: 5 };
const minItem = 20;

const paint = (text: string, colour: Colour, isColoured: boolean): string =>
  isColoured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;

/** The heading of the columns. */
export const rowHead = ({ isColoured, hasOthers }: Pick<RowOptions, 'isColoured' | 'hasOthers'>): string =>
  paint(
    [...startOf(['time', 'what', 'USD', 'marketplace', 'game'], 'others', hasOthers), 'item'].join('  '),
    'grey',
    isColoured,
  );

/** The line of a data message; null for messages about the stream itself. */
export function rowOf(message: StreamMessage, options: RowOptions): string | null {
  const { columns, isColoured, hasLinks, hasOthers, timeOf } = options;
  if (!('data' in message)) return null;
  const { what, colour, usd, item, others = '' } = cellsOf(message);
  const marketplace = clean(marketplaceOf(message));
  const cells = [timeOf(message.timestamp), what, priceText(usd), marketplace, message.game];
  const start = startOf(cells, others, hasOthers);
  const taken = start.reduce((sum, cell) => sum + cell.length + 2, 0);
  const [time = '', kind = '', price = '', ...position] = start;
  const line = [
    paint(time, 'grey', isColoured),
    paint(kind, colour, isColoured),
    paint(price, 'bold', isColoured),
    ...position,
    fitted(clean(item), Math.max(minItem, columns - taken)),
  ].join('  ');
  const links = hasLinks ? linksOf(message) : [];
  const below = links.map((link) => `\n${' '.repeat(widths.time + 2)}${paint(clean(link), 'grey', isColoured)}`);
  return `${line}${below.join('')}`;
}

function linksOf(message: DataMessage): readonly string[] {
  if (message.type === 'offer' || message.type === 'found') return [message.data.purchaseLink ?? ''];
  return message.type === 'deal' ? [message.data.buy.link ?? '', message.data.sell.link ?? ''] : [];
}

/** The columns before the item. */
const startOf = (cells: readonly string[], others: string, hasOthers: boolean): string[] => {
  const [time = '', what = '', usd = '', marketplace = '', game = ''] = cells;
  return [
    time.padEnd(widths.time),
    what.padEnd(widths.what),
    usd.padStart(widths.usd),
    ...(hasOthers ? [others.padStart(widths.others)] : []),
    marketplace.padEnd(widths.marketplace),
    game.padEnd(widths.game),
  ];
};

const eventColours = { Added: 'green', Updated: 'yellow', Removed: 'red' } as const;
const dealWords = { Added: 'Deal +', Updated: 'Deal ~', Removed: 'Deal -' } as const;
const foundWords = { Added: 'Found +', Updated: 'Found ~', Removed: 'Found -' } as const;
const orderWords = { Added: 'Order +', Updated: 'Order ~', Removed: 'Order -' } as const;

function cellsOf(message: DataMessage): RowCells {
  switch (message.type) {
    case 'offer': {
      const { eventType, data, snapshot } = message;
      const what = snapshot === true ? 'On sale' : eventType;
      const item = joined(
        named(data.name, message.phase ?? message.unusualEffect),
        message.reason,
        traitsText(data),
        lockText(data.daysTradeLocked),
      );
      return { what, colour: eventColours[eventType], usd: data.priceUSD, item };
    }
    case 'sale':
      return {
        what: 'Sale',
        colour: 'cyan',
        usd: message.data.priceUSD,
        item: joined(named(message.data.name, message.phase ?? message.unusualEffect), traitsText(message.data)),
      };
    case 'buyOrder': {
      const { name, quantity, priceUSD } = message.data;
      const item = joined(named(name, variantIn(message.data)), quantity === null ? null : `${quantity} wanted`);
      return { what: orderWords[message.eventType], colour: 'magenta', usd: priceUSD, item };
    }
    case 'price': {
      const { name, offerCount, priceUSD } = message.data;
      const item = joined(named(name, variantIn(message.data)), counted(offerCount, 'offer'));
      return { what: 'Lowest', colour: 'blue', usd: priceUSD, item };
    }
    case 'source': {
      const { source, state, detail } = message.data;
      return {
        what: 'Source',
        colour: state === 'live' ? 'grey' : 'red',
        usd: null,
        item: joined(source, state, detail),
      };
    }
    case 'best':
      return bestCells(message);
    case 'deal':
      return dealCells(message);
    case 'found':
      return foundCells(message);
    case 'gap': {
      const { source, from, to, reason } = message.data;
      return { what: 'Gap', colour: 'red', usd: null, item: joined(source, reason, `${to - from} s`) };
    }
    case 'batch': {
      const { source, first, last } = message.data;
      const range = first === null || last === null ? 'nothing new' : `published ${first} to ${last}`;
      return { what: 'Read', colour: 'grey', usd: null, item: joined(source, range) };
    }
  }
}

function bestCells({ data }: Extract<DataMessage, { readonly type: 'best' }>): RowCells {
  const { name, ask, bid, variantBids: range, locked, crossed } = data;
  const none = range === null ? 'no bid' : `bids ${priceText(range.lowest)} to ${priceText(range.highest)} by variant`;
  const bidText = bid === null ? none : `bid ${priceText(bid.price)} on ${bid.marketplace}${inPayout(bid.payout)}`;
  const mark = crossed ? 'crossed' : locked ? 'locked' : null;
  return {
    what: 'Best',
    colour: 'blue',
    usd: ask?.price ?? null,
    item: joined(named(name, variantIn(data)), bidText, mark),
  };
}

function dealCells({ eventType, data }: Extract<DataMessage, { readonly type: 'deal' }>): RowCells {
  const { name, buy, sell, profit, profitPercent, holdDays } = data;
  const way = sell.way === 'bid' ? 'sell' : 'list';
  const sale = `${way} at ${priceText(sell.price)} on ${sell.marketplace}${inPayout(sell.payout)}`;
  const flags = [...new Set([...buy.flags, ...sell.flags])].join(', ');
  const gain = profit === null ? null : `+${profit.toFixed(2)} (${profitPercent} %)`;
  const held = holdDays === null ? null : `held ${holdDays} d`;
  const item = joined(named(name, variantIn(data)), sale, gain, flags, held);
  return { what: dealWords[eventType], colour: eventColours[eventType], usd: buy.price, item };
}

/** What is paid out, where it is not money. */
const inPayout = (payout: DealSell['payout']): string => (payout === 'money' ? '' : ` (${payoutText(payout)})`);

function foundCells({ eventType, data }: Extract<DataMessage, { readonly type: 'found' }>): RowCells {
  const { belowOthersPercent: percent, price } = data;
  const item = joined(named(data.name, variantIn(data)), traitsText(data), lockText(data.daysTradeLocked));
  return {
    what: foundWords[eventType],
    colour: eventColours[eventType],
    usd: price,
    item,
    others: againstText(percent),
  };
}

/** The percentage with its sign reversed: negative where the offer is cheaper than elsewhere. */
const againstText = (below: number | null): string =>
  below === null ? '–' : `${below < 0 ? '+' : ''}${(0 - below).toFixed(2)} %`;

/** The marketplace of the row; for messages about several marketplaces, the one that sells. */
function marketplaceOf(message: DataMessage): string {
  if (message.type === 'best') return message.data.ask?.marketplace ?? '';
  if (message.type === 'deal') return message.data.buy.marketplace;
  return message.type === 'found' ? message.data.marketplace : message.marketplace;
}

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

const named = (name: string, phase: string | null | undefined): string => (phase == null ? name : `${name} [${phase}]`);

type RowTraits = { readonly float?: number | null; readonly paintSeed?: number | null };

const traitsText = (data: object): string => {
  const { float, paintSeed }: RowTraits = data;
  return joined(float == null ? null : `float ${float.toFixed(4)}`, paintSeed == null ? null : `seed ${paintSeed}`);
};

const lockText = (days: number | null): string | null => (days === null || days === 0 ? null : `locked ${days} d`);

// Prices below a cent are published with three decimals
const priceText = (usd: number | null): string => (usd === null ? '-' : usd.toFixed(usd < 0.01 ? 3 : 2));

/** The text, cut to fit into `width` columns. */
function fitted(text: string, width: number): string {
  const marks = [...text];
  let taken = 0;
  let last = 0;
  for (const [at, mark] of marks.entries()) {
    taken += cellsTaken(mark);
    if (taken > width) return `${marks.slice(0, last).join('')}…`;
    if (taken <= width - 1) last = at + 1;
  }
  return text;
}
