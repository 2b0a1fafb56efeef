import type { About, Source } from '../connector.ts';
import { keysOf, type Path, renamedAt } from './paths.ts';
import { lossOf, sayingOf } from './read-changed.ts';
import { readPayload, type TextReading } from './read-text.ts';

function readingOf(source: Source, payload: unknown, about: About): TextReading | null {
  try {
    return readPayload(source, payload, about);
  } catch {
    // The runtime takes it for a changed format; that nothing throws is tested elsewhere
    return null;
  }
}

/** Whether rows are rejected, or messages, that were not before. Rows that are missing change the numbers of others. */
function rejectsMore(before: TextReading, after: TextReading): boolean {
  const left = before.rejected.map(withoutNumber);
  return after.rejected.map(withoutNumber).some((reason) => {
    const at = left.indexOf(reason);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const withoutNumber = (reason: string): string => reason.replace(/^(row|message) \d+/, '$1');

function faultOf(source: Source, payload: unknown, path: Path, about: About, before: TextReading): string[] {
  // Some sources write into the rows
  const after = readingOf(source, structuredClone(renamedAt(payload, path)), about);
  if (after === null || after.outcome !== 'read' || rejectsMore(before, after)) return [];
  const lost = lossOf(before.records, after.records, sayingOf);
  return lost === null ? [] : [`${path.join('.')} renamed: nothing is rejected, but there is no ${lost}`];
}

/**
 * The keys of a payload, on the way to its rows and in them, without which records are missing or have other prices in silence, in words. A list that
 * has another name tomorrow is not an empty list.
 */
export function renamingFaults(source: Source, payload: unknown, about: About): string[] {
  const before = readingOf(source, structuredClone(payload), about);
  if (before === null || before.records.length === 0) return [];
  const names = new Set(before.records.map((record) => ('name' in record ? record.name : null)));
  // A name as key is data, and another item may be of no interest
  const isFree = (key: string): boolean => names.has(key) || Object.hasOwn(source.mayLack ?? {}, key);
  return keysOf(payload).flatMap((path) =>
    isFree(path.at(-1) ?? '') ? [] : faultOf(source, payload, path, about, before),
  );
}
