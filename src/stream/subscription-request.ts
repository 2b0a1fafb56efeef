import { itemKey } from '../names/item-key.ts';
import {
  type Game,
  gameNamed,
  games,
  type Marketplace,
  marketplaceNamed,
  meansAll,
  type Phase,
  type Position,
  phases,
  plain,
  type Scope,
  seesGame,
  seesMarketplace,
  wholeScope,
} from '../schema/index.ts';
import { nearest } from '../text/nearest.ts';
import { defaultEvents, type Filter } from './filter.ts';
import {
  dealKeys,
  type FieldReader,
  foundKeys,
  foundOnlyKeys,
  idleKey,
  type LiveChannel,
  type LiveQuery,
  liveChannels,
  liveQueriesOf,
} from './live/live-query.ts';
import { type Channel, channels, events, type StreamEvent } from './log/entry.ts';
import { Refusal, shown } from './refusal.ts';
import { type ReplayRequest, toReplay } from './replay/replay-request.ts';

/** A parsed subscription message. */
export type SubscriptionRequest = {
  /** null for the one subscription that has no id. */
  readonly id: string | null;
  readonly filter: Filter;
  /** Standing subscriptions, for the channels best, deals and found. */
  readonly liveQueries: readonly LiveQuery[];
  /** Whether messages carry epoch, sequence and the stable id of their subject. */
  readonly sequence: boolean;
  readonly resume: Position | null;
  /** Past messages to send first, or only; null for live messages only. */
  readonly replay: ReplayRequest | null;
  readonly snapshot: boolean;
  readonly heartbeatSeconds: number | null;
  readonly conflate: boolean;
};

export type ClientMessage =
  | { readonly kind: 'subscribe'; readonly request: SubscriptionRequest }
  | { readonly kind: 'unsubscribe'; readonly id: string }
  | { readonly kind: 'ping' };

const keys = [
  'subscribeTo',
  'games',
  'newFloorOnly',
  'id',
  'sequence',
  'resume',
  'replay',
  'snapshot',
  'events',
  'channels',
  'items',
  'minPriceUSD',
  'maxPriceUSD',
  'minFloat',
  'maxFloat',
  'paintSeeds',
  'phases',
  'heartbeatSeconds',
  'conflate',
] as const;

const limits = {
  depth: 8,
  fields: 100,
  names: 200,
  namesExplained: 5,
  id: 64,
  items: 5_000,
  itemName: 256,
  paintSeeds: 1_001,
  heartbeatSeconds: 3_600,
};

export type RequestFields = Readonly<Record<string, unknown>>;

/** The marketplaces that this service reads, in public order, and those that the key sees. */
type MarketplaceChoice = {
  readonly connected: readonly Marketplace[];
  readonly seen: readonly Marketplace[];
  readonly scope: Scope;
};

/** Whether a game is read from a marketplace. */
export type Reads = (marketplaceId: number, game: Game) => boolean;

export const readsAll: Reads = () => true;

const shownTo = (connected: readonly Marketplace[], scope: Scope): MarketplaceChoice => ({
  connected,
  seen: connected.filter(({ id }) => seesMarketplace(scope, id)),
  scope,
});

/**
 * Parses a client message, or its fields; throws a Refusal. `connected` are the marketplaces that are read, in public
 * order.
 */
export function parseClientMessage(
  message: string | RequestFields,
  connected: readonly Marketplace[],
  scope: Scope = wholeScope,
  reads: Reads = readsAll,
): ClientMessage {
  const fields = typeof message === 'string' ? fieldsIn(message) : message;
  if (fields['type'] === 'ping' && (fields['subscribeTo'] ?? null) === null) return { kind: 'ping' };
  const ended = toId(fields['unsubscribe'], 'unsubscribe');
  if (ended !== null) return { kind: 'unsubscribe', id: ended };
  const isPlain = ['sequence', 'resume', 'replay'].every((key) => (fields[key] ?? null) === null);
  return { kind: 'subscribe', request: toSubscriptionRequest(fields, connected, scope, { reads, isPlain }) };
}

/** Parses the fields of a subscription, from a message or a query; throws a Refusal. */
export function toSubscriptionRequest(
  fields: RequestFields,
  connected: readonly Marketplace[],
  scope: Scope = wholeScope,
  {
    reads = readsAll,
    isPlain = false,
  }: {
    readonly reads?: Reads;
    /** Whether it is a plain v2 message, in which fields of other channels are ignored. */
    readonly isPlain?: boolean;
  } = {},
): SubscriptionRequest {
  const shownHere = shownTo(connected, scope);
  const requestedChannels = toWords<Channel | LiveChannel>(fields, 'channels', [...channels, ...liveChannels]) ?? [
    'offers',
  ];
  const requestedLive = liveChannels.filter((channel) => requestedChannels.includes(channel));
  refuseMisspelt(fields, requestedLive);
  if (!isPlain) refuseIdle(fields, requestedLive);
  const resume = toResume(fields['resume']);
  const replay = toReplay(fields['replay']);
  const snapshot = toFlag(fields, 'snapshot');
  if (replay !== null && snapshot)
    throw new Refusal('"snapshot" sends what is on sale now and "replay" past messages; use only one of them');
  if (replay !== null && requestedLive.length > 0)
    throw new Refusal(
      `"replay" sends past messages, and those of ${requestedLive.join(' and ')} are not kept; leave ${requestedLive.join(' and ')} out of "channels"`,
    );
  const filter = toFilter(
    fields,
    shownHere,
    channels.filter((channel) => requestedChannels.includes(channel)),
  );
  // What is replayed may be older than the present settings
  if (replay === null) refuseUnread(fields, shownHere, filter, reads);
  return {
    id: toId(fields['id'], 'id'),
    filter,
    liveQueries: liveQueriesOf(
      requestedLive,
      {
        ...filter,
        marketplaceIds: idsUnlessAll(filter.marketplaceIds, connected),
        isOfSome: scope.marketplaceIds !== null,
      },
      readerOf(fields, shownHere),
    ),
    sequence: toFlag(fields, 'sequence') || resume !== null || replay !== null,
    resume,
    replay,
    snapshot,
    heartbeatSeconds: toHeartbeat(fields),
    conflate: toFlag(fields, 'conflate'),
  };
}

const idsUnlessAll = (ids: readonly number[], connected: readonly Marketplace[]): readonly number[] | null =>
  ids.length === connected.length ? null : ids;

const readerOf = (fields: RequestFields, shownHere: MarketplaceChoice): FieldReader => ({
  words: (key, known) => toWords(fields, key, known),
  number: (key, most) => toNumber(fields, key, most),
  text: (key, maxLength) => toText(fields, key, maxLength),
  flag: (key) => toFlag(fields, key),
  range: (low, high, max) => {
    const bounds = [toNumber(fields, low, max), toNumber(fields, high, max)] as const;
    requireOrder(low, bounds[0], high, bounds[1]);
    return bounds;
  },
  names: (key, most) => toNames(fields, key, '["Sticker | Crown (Foil)"]', most),
  marketplaceIds: (key) => {
    if (fields[key] === undefined || fields[key] === null) return null;
    return toMarketplaces(fields[key], shownHere, key).map(({ id }) => id);
  },
});

function toFilter(fields: RequestFields, shownHere: MarketplaceChoice, wanted: readonly Channel[]): Filter {
  const filter: Filter = {
    marketplaceIds: toMarketplaces(fields['subscribeTo'], shownHere).map(({ id }) => id),
    games: toGames(fields['games'], shownHere.scope),
    newFloorOnly: toFlag(fields, 'newFloorOnly'),
    channels: wanted,
    events: toWords<StreamEvent>(fields, 'events', events) ?? defaultEvents,
    items: toItems(fields),
    minPriceUSD: toNumber(fields, 'minPriceUSD', Number.MAX_SAFE_INTEGER),
    maxPriceUSD: toNumber(fields, 'maxPriceUSD', Number.MAX_SAFE_INTEGER),
    minFloat: toNumber(fields, 'minFloat', 1),
    maxFloat: toNumber(fields, 'maxFloat', 1),
    paintSeeds: toPaintSeeds(fields['paintSeeds']),
    phases: toWords<Phase>(fields, 'phases', phases),
  };
  requireOrder('minPriceUSD', filter.minPriceUSD, 'maxPriceUSD', filter.maxPriceUSD);
  requireOrder('minFloat', filter.minFloat, 'maxFloat', filter.maxFloat);
  return filter;
}

/** Refuses a marketplace that was named, or a whole subscription, of which nothing would ever come. */
function refuseUnread(
  fields: RequestFields,
  { seen }: MarketplaceChoice,
  { marketplaceIds, games: wanted }: Filter,
  reads: Reads,
): void {
  const silent = seen.filter(({ id }) => marketplaceIds.includes(id) && !wanted.some((game) => reads(id, game)));
  const [first] = silent;
  if (first === undefined) return;
  if (!namesAll(fields['subscribeTo'])) {
    const read = games.filter((game) => reads(first.id, game)).join(', ');
    throw new Refusal(`${first.name} is read here for ${read}, not for ${wanted.join(', ')}; nothing was changed`);
  }
  if (silent.length === marketplaceIds.length)
    throw new Refusal(`no marketplace is read here for ${wanted.join(', ')}; nothing was changed`);
}

const namesAll = (value: unknown): boolean => listOf(value).some((one) => meansAll(String(one)));

const example = '{"subscribeTo":["Buff163"],"games":["CS2"]}';

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

/** The fields of a client message; throws a Refusal. */
export function fieldsIn(text: string): RequestFields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(`the message is not JSON; send an object such as ${example}`);
  }
  if (isDeeper(value, limits.depth)) {
    throw new Refusal(`the message is nested deeper than ${limits.depth} levels; send an object such as ${example}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(`the message is ${shown(value)}; send an object such as ${example}`);
  }
  return value as RequestFields;
}

// A misspelt filter would let everything through, so it is refused; other unknown keys are ignored
function refuseMisspelt(fields: RequestFields, requestedLive: readonly LiveChannel[]): void {
  const readable = [
    ...keys,
    ...(requestedLive.length > 0 ? ['query'] : []),
    ...(requestedLive.includes('deals') ? dealKeys : []),
    ...(requestedLive.includes('found') ? foundKeys : []),
  ];
  const known = new Set<string>(readable);
  const idle = requestedLive.includes('found')
    ? undefined
    : foundOnlyKeys.find((key) => (fields[key] ?? null) !== null);
  if (idle !== undefined) throw new Refusal(`"${idle}" applies only to the channel found; add "found" to "channels"`);
  const given = Object.keys(fields);
  if (given.length > limits.fields)
    throw new Refusal(`the message has ${given.length} keys; at most ${limits.fields} are allowed`);
  for (const key of given) {
    if (known.has(key)) continue;
    const alike = readable.filter((candidate) => isAsLong(plain(key), candidate));
    const suggestion = nearest(plain(key), alike, (candidate) => [plain(candidate)]);
    if (suggestion !== null) throw new Refusal(`the key ${shown(key)} is not known; did you mean "${suggestion}"?`);
  }
}

// Ignoring a filter of other channels would let everything through as well
function refuseIdle(fields: RequestFields, requestedLive: readonly LiveChannel[]): void {
  const idle = idleKey(fields, requestedLive);
  if (idle === null) return;
  const { key, channels: of } = idle;
  const named = `${of.length === 1 ? 'channel' : 'channels'} ${of.join(' and ')}`;
  throw new Refusal(`"${key}" applies only to the ${named}; add "${of.join('" or "')}" to "channels"`);
}

// Any short word is one letter away from "id", and "min" or "idempotencyKey" may be meant for somebody else
const isAsLong = (key: string, known: string): boolean =>
  Math.min(key.length, known.length) > 2 &&
  Math.max(key.length, known.length) <= 2 * Math.min(key.length, known.length);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function requireList(value: unknown, key: string, such: string, most = limits.names): readonly unknown[] {
  if (value === undefined || value === null) throw new Refusal(`"${key}" is missing; give a list such as ${such}`);
  const list = listOf(value);
  if (list.length === 0) throw new Refusal(`"${key}" is an empty list; give at least one, such as ${such}`);
  if (list.length > most) throw new Refusal(`"${key}" holds ${list.length} names; at most ${most} are allowed`);
  const odd = list.find((one) => !isName(one));
  if (odd !== undefined)
    throw new Refusal(`"${key}" holds ${shown(odd)}; give names or whole numbers, such as ${such}`);
  return list;
}

const isName = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);

function toMarketplaces(
  value: unknown,
  { connected, seen }: MarketplaceChoice,
  key = 'subscribeTo',
): readonly Marketplace[] {
  const list = requireList(value, key, '["Buff163"] or "all"');
  const named = list.filter((one) => !meansAll(String(one)));
  const wanted = named.map((one) => marketplaceNamed(String(one)));
  const unknown = named.filter((_, at) => !connected.includes(wanted[at] as Marketplace));
  if (unknown.length > 0) {
    const those = seen.map(({ name }) => name).join(', ');
    const explained = unknown.slice(0, limits.namesExplained).map((one) => unknownMarketplace(one, connected));
    const more = unknown.length > explained.length ? `; and ${unknown.length - explained.length} more` : '';
    throw new Refusal(
      `${explained.join('; ')}${more}; nothing was changed. Connected are ${those === '' ? 'none' : those}`,
    );
  }
  const hidden = wanted.find((marketplace) => !seen.includes(marketplace as Marketplace));
  if (hidden !== undefined && hidden !== null)
    throw notShown(
      hidden.name,
      seen.map(({ name }) => name),
    );
  return list.length > named.length ? seen : seen.filter((marketplace) => wanted.includes(marketplace));
}

const hintAt = (near: string | undefined): string => (near === undefined ? '' : `, did you mean "${near}"?`);

const hintAmong = (known: readonly string[], given: unknown): string =>
  hintAt(nearest(plain(String(given)), known, (word) => [plain(word)]) ?? undefined);

const notShown = (name: string, seen: readonly string[]): Refusal =>
  new Refusal(`this key has no access to ${name}, only to ${seen.join(', ')}; nothing was changed`, 'ACCESS_DENIED');

function unknownMarketplace(given: unknown, connected: readonly Marketplace[]): string {
  const known = marketplaceNamed(String(given));
  if (known !== null) return `${known.name} is not connected here`;
  const near = nearest(plain(String(given)), connected, ({ name, slug, aliases }) =>
    [name, slug, ...aliases].map(plain),
  );
  return `marketplace ${shown(given)} is not known${hintAt(near?.name)}`;
}

function toGames(value: unknown, scope: Scope): readonly Game[] {
  const seen = games.filter((game) => seesGame(scope, game));
  const list = requireList(value, 'games', '["CS2"] or "all"');
  const wanted = new Set<Game>();
  for (const one of list) {
    if (meansAll(String(one))) {
      for (const game of seen) wanted.add(game);
      continue;
    }
    const found = gameNamed(String(one));
    if (found === null) {
      const hint = hintAmong(games, one);
      throw new Refusal(`game ${shown(one)} is not known${hint}; nothing was changed. Known are ${games.join(', ')}`);
    }
    if (!seen.includes(found)) throw notShown(found, seen);
    wanted.add(found);
  }
  return games.filter((game) => wanted.has(game));
}

/** The value of a key if it is valid, null if there is none; otherwise throws a Refusal that says what to give. */
function optional<Value>(
  fields: RequestFields,
  key: string,
  isValid: (value: unknown) => value is Value,
  such: string,
): Value | null {
  const value = fields[key] ?? null;
  if (value === null || isValid(value)) return value;
  throw new Refusal(`"${key}" is ${shown(value)}; give ${such}`);
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isBetween =
  (min: number, max: number) =>
  (value: unknown): value is number =>
    typeof value === 'number' && value >= min && value <= max;

const toFlag = (fields: RequestFields, key: string): boolean => optional(fields, key, isFlag, 'true or false') ?? false;

/** Words of a fixed list in any case, in the order of that list; null when none were given. */
function toWords<Word extends string>(
  fields: RequestFields,
  key: string,
  known: readonly Word[],
): readonly Word[] | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  const list = requireList(value, key, JSON.stringify(known.slice(0, 2)));
  const wanted = list.map((one) => {
    const found = known.find((word) => plain(word) === plain(String(one)));
    if (found !== undefined) return found;
    throw new Refusal(`"${key}" holds ${shown(one)}${hintAmong(known, one)}; known are ${known.join(', ')}`);
  });
  return known.filter((word) => wanted.includes(word));
}

function toItems(fields: RequestFields): readonly string[] | null {
  const names = toNames(fields, 'items', '["AK-47 | Redline (Field-Tested)"]', limits.items);
  return names === null ? null : [...new Set(names.map(itemKey))].sort();
}

function toNames(fields: RequestFields, key: string, such: string, most: number): readonly string[] | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  const names = requireList(value, key, such, most).map((one) => String(one).trim());
  const long = names.find((name) => name.length > limits.itemName);
  if (long !== undefined)
    throw new Refusal(`"${key}" holds ${shown(long)}; a name has at most ${limits.itemName} characters`);
  return names;
}

function toNumber(fields: RequestFields, key: string, most: number): number | null {
  const end = most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : '';
  return optional(fields, key, isBetween(0, most), `a number from 0${end}`);
}

function requireOrder(lowKey: string, low: number | null, highKey: string, high: number | null): void {
  if (low === null || high === null || low <= high) return;
  throw new Refusal(`"${lowKey}" is ${low} and "${highKey}" is ${high}; nothing can match, give the lower one first`);
}

function toText(fields: RequestFields, key: string, maxLength: number): string | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  const [text] = listOf(value);
  if (typeof text === 'string' && text.trim() !== '' && text.length <= maxLength) return text.trim();
  throw new Refusal(`"${key}" is ${shown(value)}; give a text of 1 to ${maxLength} characters`);
}

function toPaintSeeds(value: unknown): readonly number[] | null {
  if (value === undefined || value === null) return null;
  const list = listOf(value);
  const odd = list.find((one) => typeof one !== 'number' || !Number.isInteger(one) || one < 0 || one >= 2 ** 31);
  if (list.length === 0 || list.length > limits.paintSeeds || odd !== undefined) {
    const found = odd === undefined ? `${list.length} numbers` : shown(odd);
    throw new Refusal(`"paintSeeds" holds ${found}; give 1 to ${limits.paintSeeds} whole numbers from 0`);
  }
  return [...new Set(list as number[])].sort((a, b) => a - b);
}

function toResume(value: unknown): SubscriptionRequest['resume'] {
  if (value === undefined || value === null) return null;
  const { epoch, sequence } = (typeof value === 'object' ? value : {}) as RequestFields;
  if (typeof epoch === 'string' && typeof sequence === 'number' && Number.isSafeInteger(sequence) && sequence >= 0) {
    return { epoch, sequence };
  }
  throw new Refusal(`"resume" is ${shown(value)}; give {"epoch": text, "sequence": number} as in the last message`);
}

function toHeartbeat(fields: RequestFields): number | null {
  const { heartbeatSeconds: max } = limits;
  return optional(fields, 'heartbeatSeconds', isBetween(1, max), `a number from 1 to ${max}`);
}

/** The id of the subscription that a message of a client is about, even if the message is refused; null if it has none. */
export function idIn({ id, unsubscribe }: RequestFields): string | null {
  const given = id ?? unsubscribe;
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && text.length <= limits.id ? text : null;
}

function toId(value: unknown, key: string): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.length > 0 && text.length <= limits.id) return text;
  throw new Refusal(`"${key}" is ${shown(value)}; give a text of 1 to ${limits.id} characters`);
}
