import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { MarketRecord } from '../../schema/index.ts';
import type { About, HasItem, OutcomeOverride, Source } from '../connector.ts';
import { withoutOddLock } from '../dates.ts';
import { outcomeOfErrorBody } from '../error-body.ts';
import { rowsAtPath } from '../rows.ts';
import { contentFault } from '../tidy.ts';
import { Unreadable } from '../unreadable.ts';

/** How one answer was read, as far as its text decides that. */
export type TextReading = {
  readonly outcome: OutcomeOverride | 'read' | 'changed' | 'blocked';
  readonly detail: string | null;
  readonly payload: unknown;
  readonly rows: readonly unknown[];
  readonly rejected: readonly string[];
  readonly records: readonly MarketRecord[];
};

type Check = (value: unknown) => string | null;

const compiled = new WeakMap<TSchema, Validator>();

function compiledOf(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = Compile(schema);
  compiled.set(schema, made);
  return made;
}

const unfit = 'does not fit';

/** A check that says what is wrong with a value; null when nothing is. */
function checkOf(schema: TSchema): Check {
  const validator = compiledOf(schema);
  return (value) => {
    if (validator.Check(value)) return null;
    const [first] = validator.Errors(value);
    return first === undefined ? unfit : `${first.instancePath || 'value'} ${first.message}`;
  };
}

/** A check that says only that something is wrong: finding out what takes far longer. */
export function plainCheckOf(schema: TSchema): Check {
  const validator = compiledOf(schema);
  return (value) => (validator.Check(value) ? null : unfit);
}

export const checkRecord = (record: unknown): string | null => checkOf(MarketRecord)(record);

/** The default: every name belongs to the game that was requested. */
const hasEvery =
  (about: About): HasItem =>
  (game) =>
    game === about.game;

/** Reads one answer as the runtime does, without the network: text to payload to rows to records. */
export function readText(source: Source, text: string, about: About, hasItem: HasItem = hasEvery(about)): TextReading {
  const payload = payloadOf(source, text);
  if (!payload.ok) return nothing(payload.outcome, payload.detail);
  return readPayload(source, payload.value, about, { hasItem });
}

type Reading = {
  readonly source: Source;
  readonly about: About;
  readonly hasItem: HasItem;
  readonly checkFor: (schema: TSchema) => Check;
};

/** Reads a payload; that of a feed is an array of messages. */
export function readPayload(
  source: Source,
  payload: unknown,
  about: About,
  { hasItem = hasEvery(about), checkFor = checkOf }: Partial<Pick<Reading, 'hasItem' | 'checkFor'>> = {},
): TextReading {
  const reading: Reading = { source, about, hasItem, checkFor };
  if (source.kind !== 'feed') return readWhole(reading, payload);
  return Array.isArray(payload)
    ? readMessages(reading, payload)
    : nothing('changed', 'not an array of messages', payload);
}

function readWhole(reading: Reading, payload: unknown): TextReading {
  const { source, checkFor } = reading;
  const refusal = source.refusal?.(payload) ?? null;
  if (refusal !== null) return nothing(refusal, 'the answer is a refusal', payload);
  const failure = outcomeOfErrorBody(payload);
  if (failure !== null && !hasRows(reading, payload)) return nothing(failure, 'the answer is about a failure', payload);
  const fault = source.envelope === undefined ? null : checkFor(source.envelope)(payload);
  if (fault !== null) return nothing('changed', `envelope: ${fault}`, payload);
  const rows = rowsOf(source, payload);
  if (rows === null) return nothing('changed', `no rows at "${String(source.rowsAt)}"`, payload);
  return readRows(reading, rows, payload);
}

function hasRows({ source, checkFor }: Reading, payload: unknown): boolean {
  const check = checkFor(source.row);
  try {
    return (rowsOf(source, payload) ?? []).some((row) => check(row) === null);
  } catch {
    return false;
  }
}

function readMessages(reading: Reading, messages: readonly unknown[]): TextReading {
  const faults: string[] = [];
  const rows: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const refusal = reading.source.refusal?.(message) ?? null;
    if (refusal !== null) return nothing(refusal, 'a message is a refusal', messages);
    const found = rowsOfMessage(reading, message);
    if (typeof found === 'string') faults.push(`message ${index}: ${found}`);
    else rows.push(...found);
  }
  const read = readRows(reading, rows, messages);
  return { ...read, rejected: [...faults, ...read.rejected] };
}

function rowsOfMessage({ source, checkFor }: Reading, message: unknown): readonly unknown[] | string {
  const fault = source.envelope === undefined ? null : checkFor(source.envelope)(message);
  if (fault !== null) return fault;
  try {
    const rows = rowsOf(source, message);
    return (
      rows ??
      `no rows at "${source.rowsAt}"; where some messages hold no rows, make rowsAt a function that returns [] for them`
    );
  } catch (error) {
    return String(error);
  }
}

function readRows(
  { source, about, hasItem, checkFor }: Reading,
  rows: readonly unknown[],
  payload: unknown,
): TextReading {
  const check = checkFor(source.row);
  const rejected: string[] = [];
  const records: MarketRecord[] = [];
  for (const [index, row] of rows.entries()) {
    const fault = check(row);
    const read = fault === null ? readRow(source, row, about, hasItem) : { records: [], reason: fault };
    const reason = read.reason ?? firstContentFault(read.records, about.at);
    if (reason !== null) rejected.push(`row ${index}: ${reason}`);
    records.push(...read.records.filter((record) => contentFault(record, about.at) === null));
  }
  return { outcome: 'read', detail: null, payload, rows, rejected, records };
}

/** What the runtime rejects, independently of the parser. */
function firstContentFault(records: readonly MarketRecord[], at: number): string | null {
  for (const record of records) {
    const fault = contentFault(record, at);
    if (fault !== null) return fault;
  }
  return null;
}

/** With the game of the row, in a feed of several games; null for a game that is not covered. */
const aboutRow = (source: Source, row: unknown, about: About, hasItem: HasItem): About | null => {
  if (source.kind !== 'feed' || source.gameOf === undefined) return about;
  const game = source.gameOf(row, hasItem);
  return game === null ? null : { ...about, game };
};

/** The records of a row that fits its schema, and why it is rejected all the same; null when it is not. */
export function readRow(
  source: Source,
  row: unknown,
  about: About,
  hasItem?: HasItem,
): { readonly records: readonly MarketRecord[]; readonly reason: string | null } {
  try {
    return { records: recordsOf(source, row, about, hasItem), reason: null };
  } catch (error) {
    if (error instanceof Unreadable) return { records: [], reason: error.message };
    throw error;
  }
}

/** The records of a row that can be read; throws for any other. */
export function recordsOf(
  source: Source,
  row: unknown,
  requested: About,
  hasItem: HasItem = hasEvery(requested),
): readonly MarketRecord[] {
  const about = aboutRow(source, row, requested, hasItem);
  if (about === null) return [];
  const parsed = source.parse(row, about);
  if (parsed === null) return [];
  const records: readonly MarketRecord[] = Array.isArray(parsed) ? parsed : [parsed as MarketRecord];
  return records.map((record) => withoutOddLock(record, about.at));
}

const rowsOf = (source: Source, payload: unknown): readonly unknown[] | null =>
  typeof source.rowsAt === 'string' ? rowsAtPath(source.rowsAt, payload) : [...source.rowsAt(payload)];

type Payload =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly outcome: 'changed' | 'blocked'; readonly detail: string };

function payloadOf(source: Source, text: string): Payload {
  try {
    return { ok: true, value: source.decode === undefined ? JSON.parse(text) : source.decode(text) };
  } catch (error) {
    const isPage = source.decode === undefined && text.trimStart().startsWith('<');
    return { ok: false, outcome: isPage ? 'blocked' : 'changed', detail: String(error) };
  }
}

const nothing = (outcome: TextReading['outcome'], detail: string, payload: unknown = null): TextReading => ({
  outcome,
  detail,
  payload,
  rows: [],
  rejected: [],
  records: [],
});
