import type { MarketRecord, RecordKind } from '../../schema/index.ts';
import type { About, Source } from '../connector.ts';
import { checkRecord, plainCheckOf, readPayload, recordsOf } from './read-text.ts';

/** What is wrong with the records of one answer, in sentences; the messages of a feed may speak of one offer again. */
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

/** Subscribers know an offer by its purchase link, so one link must not stand for two offers. */
function repeatFault(record: MarketRecord, seen: Set<string>): string | null {
  const keys = keysOf(record);
  const repeated = keys.find((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  return repeated === undefined ? null : `${repeated} stands twice`;
}

function keysOf(record: MarketRecord): string[] {
  if (record.kind === 'offer')
    return [`offerId ${record.offerId}`, ...(record.purchaseLink === null ? [] : [`link ${record.purchaseLink}`])];
  if (record.kind === 'buyOrder') return [`orderId ${record.orderId}`];
  return [];
}

const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
  removed: () => undefined,
  nulled: () => null,
  'turned to text': () => 'text',
  'turned to half a character': () => '\ud83d',
  emptied: () => '',
  'turned to a list': () => [],
  'turned to an object': () => ({ a: 1 }),
  negated: (value) => (typeof value === 'number' ? -value : typeof value === 'string' ? `-${value}` : -1),
};

/** Rows of one answer that are broken field by field; more would only repeat. */
const brokenRows = 12;

/** Where a changed field makes the parser throw or say something impossible, in sentences. */
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
    return recordFaults(recordsOf(source, row, about), source)[0] ?? null;
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function changedAt(value: unknown, [step, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const copy: Record<string, unknown> = Array.isArray(value)
    ? (Object.assign([], value) as unknown as Record<string, unknown>)
    : { ...(value as object) };
  const next = changedAt(copy[step], rest, change);
  // A list closes over what is taken out of it; JSON knows no holes
  if (next === undefined && Array.isArray(copy)) copy.splice(Number(step), 1);
  else if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
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

/** Places of one payload that are broken; more would only repeat. */
const brokenPlaces = 300;

/** Payloads no marketplace should send that make a source throw, in sentences. */
export function payloadFragilities(source: Source, payload: unknown, about: About): string[] {
  const broken = pathsOf(payload)
    .slice(0, brokenPlaces)
    .flatMap((path) => Object.values(changes).map((change) => changedAt(payload, path, change)));
  return [...odd, ...broken].flatMap((strange) => {
    try {
      const reading = readPayload(source, strange, about, { checkFor: plainCheckOf });
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
  if (cursor !== null && typeof cursor !== 'string') throw new Error('cursorAt gave neither text nor null');
}
