import { partKeyOf } from '../schema/index.ts';
import { endOf } from './change-line.ts';
import { unpackRecord } from './pack.ts';

const open = 91;

/** The part of snapshots that is of no game. */
export const servicePart = 'service';

/** The key of the part that a line of the tape bears on, found without parsing most of them; null if none. */
export function partOfLine(bytes: Buffer, start: number, end: number): string | null {
  const letter = String.fromCharCode(bytes[start + 2] ?? 0);
  if ('aurocqfk'.includes(letter)) return partOfChange(bytes, start, end);
  if (letter === 's') return servicePart;
  if (letter !== 'v' && letter !== 'i') return null;
  const record = unpackRecord(bytes.toString('utf8', start, end));
  if (record.what === 'confirmation') return partKeyOf(record.confirmation);
  return record.what === 'item' ? record.item.game : null;
}

/** `["a",at,changed at,["game","name","phase",marketplace id,…`. */
function partOfChange(bytes: Buffer, start: number, end: number): string | null {
  const atEnd = endOf(bytes, start + 5, end);
  const changedEnd = endOf(bytes, atEnd + 1, end);
  if (bytes[changedEnd + 1] !== open) return null;
  const gameEnd = endOf(bytes, changedEnd + 2, end);
  const nameEnd = endOf(bytes, gameEnd + 1, end);
  const phaseEnd = endOf(bytes, nameEnd + 1, end);
  const idEnd = endOf(bytes, phaseEnd + 1, end);
  return `${bytes.toString('latin1', phaseEnd + 1, idEnd)}-${bytes.toString('latin1', changedEnd + 3, gameEnd - 1)}`;
}
