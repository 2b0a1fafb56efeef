import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { BotItem } from '../families/csmoney-bots.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld } from './parse.ts';
import { Page } from './wire.ts';

const { walk } = sourcesOf(facts);

const pageRows = 60; // other sizes are not answered

const field = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>)[name] : undefined;

const itemsOf = (payload: unknown): readonly unknown[] => {
  const items = field(payload, 'items');
  return Array.isArray(items) ? items : [];
};

export const csmoneyTrade: Connector = {
  slug: 'csmoney-trade',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'inventory',
      yields: ['offer'],
      covers: 'all',
      request: ({ cursor }) => ({
        url: 'https://cs.money/5.0/load_bots_inventory/730',
        query: {
          isStore: 'true',
          limit: pageRows,
          offset: cursor ?? '0',
          order: 'desc',
          sort: 'price',
          withStack: 'true',
        },
        headers: { origin: 'https://cs.money', referer: 'https://cs.money/csgo/trade/' },
      }),
      refusal,
      envelope: Page,
      rowsAt: itemsOf,
      row: BotItem,
      parse: parseHeld,
      mayLack: { fullName: 'only `nameId` identifies the item', stackItems: 'no other item is stacked with it' },
      // Only an empty page is surely the end: one that lacks rows can be in the middle
      cursorAt: (payload, cursor) => (itemsOf(payload).length === 0 ? null : String(Number(cursor ?? '0') + pageRows)),
      pages: 84, // offsets beyond about 5,000 were refused
    }),
  ],
};

/** Error bodies with a success status; {"error":2} is the end of a list. */
function refusal(payload: unknown): OutcomeOverride | null {
  const message = field(payload, 'message');
  if (typeof message === 'string') return /limit/i.test(message) ? 'limited' : 'retry';
  const error = field(payload, 'error');
  return error === undefined || error === 2 ? null : 'retry';
}
