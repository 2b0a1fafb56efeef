import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { MarketRecord } from '../../schema/index.ts';
import type { About, HasItem, OutcomeOverride, Source } from '../connector.ts';
import { rowsAtPath } from '../rows.ts';

/** What became of one answer, as far as its text alone decides it. */
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

/** A check that says what is wrong with a value, or null. */
function checkOf(schema: TSchema): Check {
  const validator = compiledOf(schema);
  return (value) => {
    if (validator.Check(value)) return null;
    const [first] = validator.Errors(value);
    return first === undefined ? unfit : `${first.instancePath || 'value'} ${first.message}`;
  };
}

/** A check that says only that something is wrong: what it is takes far longer to find out. */
export function plainCheckOf(schema: TSchema): Check {
  const validator = compiledOf(schema);
  return (value) => (validator.Check(value) ? null : unfit);
}

export const checkRecord = (record: unknown): string | null => checkOf(MarketRecord)(record);

/** Where nobody knows better, every name belongs to the game that is asked for. */
const hasEvery =
  (about: About): HasItem =>
  (game) =>
    game === about.game;

/** Reads one answer the way the runtime does, without network: text to payload to rows to records. */
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

/** The payload of a feed is the list of its messages. */
export function readPayload(
  source: Source,
  payload: unknown,
  about: About,
  { hasItem = hasEvery(about), checkFor = checkOf }: Partial<Pick<Reading, 'hasItem' | 'checkFor'>> = {},
): TextReading {
  const reading: Reading = { source, about, hasItem, checkFor };
  if (source.kind !== 'feed') return readWhole(reading, payload);
  return Array.isArray(payload) ? readMessages(reading, payload) : nothing('changed', 'no list of messages', payload);
}

function readWhole(reading: Reading, payload: unknown): TextReading {
  const { source, checkFor } = reading;
  const refusal = source.refusal?.(payload) ?? null;
  if (refusal !== null) return nothing(refusal, 'refused inside the answer', payload);
  const fault = source.envelope === undefined ? null : checkFor(source.envelope)(payload);
  if (fault !== null) return nothing('changed', `envelope: ${fault}`, payload);
  const rows = rowsOf(source, payload);
  if (rows === null) return nothing('changed', `no rows at "${String(source.rowsAt)}"`, payload);
  return readRows(reading, rows, payload);
}

function readMessages(reading: Reading, messages: readonly unknown[]): TextReading {
  const faults: string[] = [];
  const rows: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const refusal = reading.source.refusal?.(message) ?? null;
    if (refusal !== null) return nothing(refusal, 'refused inside a message', messages);
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
      `no rows at "${source.rowsAt}"; where messages say other things too, rowsAt is a function that gives [] for them`
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
    if (fault !== null) rejected.push(`row ${index}: ${fault}`);
    else records.push(...recordsOf(source, row, about, hasItem));
  }
  return { outcome: 'read', detail: null, payload, rows, rejected, records };
}

/** A feed of several games says of every row which game it is about. */
const aboutRow = (source: Source, row: unknown, about: About, hasItem: HasItem): About | null => {
  if (source.kind !== 'feed' || source.gameOf === undefined) return about;
  const game = source.gameOf(row, hasItem);
  return game === null ? null : { ...about, game };
};

export function recordsOf(
  source: Source,
  row: unknown,
  asked: About,
  hasItem: HasItem = hasEvery(asked),
): readonly MarketRecord[] {
  const about = aboutRow(source, row, asked, hasItem);
  if (about === null) return [];
  const parsed = source.parse(row, about);
  if (parsed === null) return [];
  return Array.isArray(parsed) ? parsed : [parsed as MarketRecord];
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
