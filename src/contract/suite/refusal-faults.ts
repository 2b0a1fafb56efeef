import type { About, Connector, Source } from '../connector.ts';
import { memberOf, pathInBytes } from '../rows.ts';
import type { Fixture } from './fixtures.ts';
import { plainCheckOf, readText, type TextReading } from './read-text.ts';
import { when } from './when.ts';

/** Answers with status 200 that hold no rows but what went wrong, as marketplaces write them. */
const errorBodies: readonly object[] = [
  { code: 20, message: 'too many requests, try again later' },
  { status: 'error', message: 'the export is being made' },
  { errors: [{ id: 'maintenance', message: 'back in an hour' }] },
  { success: false, error: 'Internal error' },
];

const isRefusal = ({ outcome }: Fixture): boolean => outcome !== 'read' && outcome !== 'changed';

/** A refusal with a code and a text that nobody has seen; null where it is not an object. */
function withUnknownCode(text: string): object | null {
  try {
    const refusal: unknown = JSON.parse(text);
    if (typeof refusal !== 'object' || refusal === null || Array.isArray(refusal)) return null;
    return Object.fromEntries(
      Object.entries(refusal).map(([field, value]) => {
        if (/code$/i.test(field)) return [field, typeof value === 'number' ? 987_654 : 'Never Seen'];
        return [field, typeof value === 'string' ? 'never seen' : value];
      }),
    );
  } catch {
    return null;
  }
}

/** The refusals with an unknown code that a connector whose marketplace bans accounts does not take as `blocked`, in words. */
export function unknownCodeFaults(connector: Connector, fixtures: readonly Fixture[]): string[] {
  if (connector.bansAccounts !== true) return [];
  const unknown = fixtures.filter(isRefusal).flatMap(({ file, source: name, text, about }) => {
    const source = connector.sources.find((one) => one.name === name);
    const refusal = withUnknownCode(text);
    if (source === undefined || refusal === null) return [];
    return [{ file, outcome: readText(source, JSON.stringify(refusal), about).outcome }];
  });
  if (unknown.length === 0) return ['no fixture shows how the marketplace refuses'];
  return unknown
    .filter(({ outcome }) => outcome !== 'blocked')
    .map(({ file, outcome }) => `${file} with an unknown code is "${outcome}"`);
}

/** The answers about a failure that a source takes for a list or for a changed format, in words. */
export const errorFaults = (source: Source, about: About): string[] =>
  errorBodies.flatMap((body) => {
    const { outcome } = readText(source, JSON.stringify(body), about);
    return outcome === 'read' || outcome === 'changed' ? [`${JSON.stringify(body)} is "${outcome}"`] : [];
  });

/** A payload with an empty list in place of its rows. */
function withoutRows(payload: unknown, path: string): unknown {
  if (path === '' || Array.isArray(payload)) return [];
  const [key = '', ...others] = path.split('.');
  return { ...(payload as object), [key]: withoutRows(memberOf(payload, key), others.join('.')) };
}

/**
 * What a source says of an answer only because of its rows, in words. Where rows can be known by their bytes, the runtime asks
 * about a list without them.
 */
export function surroundingFaults(source: Source, { payload, rows }: TextReading): string[] {
  const path = pathInBytes(source);
  if (path === null || source.kind !== 'bulk' || path.endsWith('*') || rows.length === 0) return [];
  const { refusal, envelope, madeAt } = source;
  const said = (given: unknown) => ({
    refusal: refusal?.(given) ?? null,
    envelope: envelope === undefined ? null : plainCheckOf(envelope)(given),
    madeAt: madeAt?.(given, () => undefined) ?? null,
  });
  const whole = said(payload);
  const around = said(withoutRows(payload, path.replace(/\?$/, '')));
  return (['refusal', 'envelope', 'madeAt'] as const).flatMap((what) =>
    when(whole[what] !== around[what], `${what} is ${whole[what]} with the rows and ${around[what]} without them`),
  );
}
