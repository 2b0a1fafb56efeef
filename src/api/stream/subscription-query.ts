import { type Position, plain, type Scope } from '../../schema/index.ts';
import type { Hub } from '../../stream/hub.ts';
import type { SubscriptionRequest } from '../../stream/subscription-request.ts';
import { ApiError } from '../errors.ts';
import type { Query } from '../query.ts';
import { SubscriptionRequest as SubscriptionFields } from '../wire/stream/requests.ts';

/** Fields of a subscription that apply only to live messages, not to /tape/changes. */
export const listeningFields: readonly string[] = [
  'snapshot',
  'sequence',
  'conflate',
  'heartbeatSeconds',
  'resume',
  'id',
  'from',
  'to',
  'speed',
];

/** Keys of the field `replay`, which are separate parameters in a query. */
const replayKeys = ['from', 'to', 'speed'];

type FieldSchema = {
  readonly type?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly enum?: readonly unknown[];
};

const fieldsWhere = (holds: (schema: FieldSchema) => boolean): readonly string[] =>
  Object.entries<FieldSchema>(SubscriptionFields.properties).flatMap(([name, schema]) => (holds(schema) ? [name] : []));

const lists = fieldsWhere(({ anyOf = [] }) => anyOf.some(({ type }) => type === 'array'))
  // Names of items can contain commas, and so can those of stickers
  .filter((name) => name !== 'items' && name !== 'stickers');
const flags = fieldsWhere(({ type }) => type === 'boolean');
const numbers = fieldsWhere(({ type }) => type === 'number' || type === 'integer');

export function subscriptionOf(
  hub: Pick<Hub, 'subscriptionRequestOf'>,
  scope: Scope,
  fields: Readonly<Record<string, unknown>>,
): SubscriptionRequest {
  const read = hub.subscriptionRequestOf(fields, scope);
  if ('request' in read) return read.request;
  throw new ApiError(read.code, read.message);
}

/** A query as fields of a subscription message, without the key and the parameters in `others`. */
export function fieldsOf(query: Query, others: readonly string[] = []): Record<string, unknown> {
  const fields: Record<string, unknown> = { subscribeTo: 'all', games: 'all' };
  const replay: Record<string, unknown> = {};
  // Deals have fields of the same names, and cannot be replayed
  const isOfDeals = (query.values.get('channels') ?? [])
    .join()
    .split(',')
    .some((one) => plain(one) === 'deals');
  for (const [name, texts] of query.values) {
    if (name === 'apiKey' || others.includes(name)) continue;
    const given = texts.map((text) => text.trim()).filter((text) => text !== '');
    if (given.length === 0) continue;
    if (replayKeys.includes(name) && !isOfDeals) replay[name] = given.length === 1 ? given[0] : given;
    else fields[name] = fieldOf(name, given);
  }
  return Object.keys(replay).length === 0 ? fields : { ...fields, replay };
}

/** Parses `epoch:sequence`; null for anything else. */
export function positionOf(text: string | string[] | undefined): Position | null {
  const parts = typeof text === 'string' ? /^([\w-]+):(\d{1,15})$/.exec(text) : null;
  return parts === null ? null : { epoch: parts[1] ?? '', sequence: Number(parts[2]) };
}

/** What a text says in JSON; any other text as it is, which is refused. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const flagOf = (text: string): unknown =>
  text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;

function fieldOf(name: string, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (name === 'traits') return texts.length === 1 ? parsed(first) : texts;
  if (name === 'stickers') return texts.flatMap((text) => text.split(';')).filter((text) => text.trim() !== '');
  if (lists.includes(name)) {
    const parts = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
    return name === 'paintSeeds' ? parts.map(Number) : parts;
  }
  if (flags.includes(name)) return flagOf(first);
  if (numbers.includes(name)) return /^\d+(\.\d+)?$/.test(first) ? Number(first) : first;
  return texts;
}
