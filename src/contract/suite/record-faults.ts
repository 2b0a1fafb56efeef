import type { MarketRecord, RecordKind } from '../../schema/index.ts';
import type { About, Source } from '../connector.ts';
import { changedAt, pathsOf } from './paths.ts';
import { checkRecord, plainCheckOf, readPayload, readRow, type TextReading } from './read-text.ts';

/** The faults of the records of one answer, in words. Messages of a feed can mention the same offer more than once. */
export function recordFaults(
  records: readonly MarketRecord[],
  { yields, kind }: Pick<Source, 'yields' | 'kind'>,
): string[] {
  const seen = new Set<string>();
  return records.flatMap((record, index) => {
    const faults = [faultOf(record, yields), ...linkFaults(record), kind === 'feed' ? null : repeatFault(record, seen)];
    return faults.filter((fault) => fault !== null).map((fault) => `record ${index}: ${fault}`);
  });
}

function faultOf(record: MarketRecord, yields: readonly RecordKind[]): string | null {
  const fault = checkRecord(record);
  if (fault !== null) return fault;
  return yields.includes(record.kind) ? null : `kind "${record.kind}" is not in yields`;
}

const linkSchemes = { purchaseLink: /^https:\/\//, inspectLink: /^(?:https|steam):\/\//, thumbnail: /^https:\/\// };

const linkFaults = (record: object): string[] =>
  Object.entries(linkSchemes).flatMap(([field, scheme]) => {
    const link = (record as Readonly<Record<string, unknown>>)[field];
    return typeof link === 'string' && !scheme.test(link) ? [`${field} is "${link}"`] : [];
  });

/** Subscribers identify an offer by its purchase link, so two offers must not share one. */
function repeatFault(record: MarketRecord, seen: Set<string>): string | null {
  const keys = keysOf(record);
  const repeated = keys.find((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  return repeated === undefined ? null : `${repeated} occurs twice`;
}

function keysOf(record: MarketRecord): string[] {
  if (record.kind === 'offer')
    return [`offerId ${record.offerId}`, ...(record.purchaseLink === null ? [] : [`link ${record.purchaseLink}`])];
  if (record.kind === 'buyOrder') return [`orderId ${record.orderId}`];
  return [];
}

const thousandYears = 365.25 * 1000 * 86_400;

/** A date or an instant a thousand years later; anything else as it is. */
function inYear3000(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^20(?=\d\d-\d\d-\d\d)/, '30');
  if (typeof value !== 'number' || value < 1e9) return value;
  return value + thousandYears * (value < 1e11 ? 1 : 1000);
}

const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
  removed: () => undefined,
  nulled: () => null,
  'turned to text': () => 'text',
  'turned to half a character': () => '\ud83d',
  emptied: () => '',
  'turned to a name that every object has': () => 'constructor',
  'turned to a list': () => [],
  'turned to an object': () => ({ a: 1 }),
  'dated a thousand years later': inYear3000,
  negated: (value) => (typeof value === 'number' ? -value : typeof value === 'string' ? `-${value}` : -1),
};

/** How many rows of an answer are broken, field by field; more would only repeat the same. */
const brokenRows = 12;

/** The changed fields that make the parser throw or return an invalid record, in words. */
export function fragilities(source: Source, rows: readonly unknown[], about: About): string[] {
  const check = plainCheckOf(source.row);
  return rows.slice(0, brokenRows).flatMap((row, index) =>
    pathsOf(row).flatMap((path) =>
      Object.entries(changes).flatMap(([how, change]) => {
        const broken = changedAt(row, path, change);
        if (check(broken) !== null) return [];
        const fault = faultOfParse(source, broken, about);
        return fault === null ? [] : [`row ${index}, ${path.join('.')} ${how}: ${fault}`];
      }),
    ),
  );
}

function faultOfParse(source: Source, row: unknown, about: About): string | null {
  try {
    return recordFaults(readRow(source, row, about).records, source)[0] ?? null;
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

const odd: readonly unknown[] = [
  null,
  true,
  7,
  'text',
  [],
  {},
  [null],
  [[]],
  { data: null },
  { data: [] },
  { data: {} },
];

const outcomes: readonly TextReading['outcome'][] = [
  'limited',
  'refused',
  'blocked',
  'gone',
  'retry',
  'read',
  'changed',
];

/** How many places of a payload are broken; more would only repeat the same. */
const maxBroken = 300;

/** The malformed payloads that make a source throw, in words. */
export function payloadFragilities(source: Source, payload: unknown, about: About): string[] {
  const broken = pathsOf(payload)
    .slice(0, maxBroken)
    .flatMap((path) => Object.values(changes).map((change) => changedAt(payload, path, change)));
  return [...odd, ...broken].flatMap((strange) => {
    try {
      const reading = readPayload(source, strange, about, { checkFor: plainCheckOf });
      if (!outcomes.includes(reading.outcome)) throw new Error('its refusal is not an outcome');
      if (source.kind === 'walk' && reading.outcome === 'read') cursorOf(source, strange);
      return [];
    } catch (error) {
      return [`${JSON.stringify(strange)?.slice(0, 120)} makes it throw ${String(error)}`];
    }
  });
}

function cursorOf(source: Source & { kind: 'walk' }, payload: unknown): void {
  if (typeof source.cursorAt !== 'function') return;
  const cursor = source.cursorAt(payload, null);
  if (cursor !== null && typeof cursor !== 'string') throw new Error('cursorAt returned neither a string nor null');
}
