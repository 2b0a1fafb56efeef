import { instantIn, type Position } from '../../schema/index.ts';
import { Refusal, shown } from '../refusal.ts';

/** Where a replay begins or ends; an instant is in epoch milliseconds. */
export type Boundary = { readonly instant: number } | Position;

/** The part of the past that a subscription wants replayed. */
export type ReplayRequest = {
  /** Starts with messages at this instant or later, or after this position. */
  readonly from: Boundary | 'oldest';
  /** Ends before this instant, or after this position; null continues with live messages. */
  readonly to: Boundary | null;
  /** Multiple of real time; null means as fast as the reader can read. */
  readonly speed: number | null;
};

const keys = ['from', 'to', 'speed'];
const example = '{"from": "2026-01-31T12:00:00Z", "to": "2026-01-31T13:00:00Z", "speed": 10}';
const instantForms =
  'milliseconds since 1970, an instant such as "2026-01-31T12:00:00Z", or "EPOCH:SEQUENCE" of a message';

// In 1973; smaller numbers are taken for seconds
const smallestInstant = 100_000_000_000;
const largestInstant = 8_640_000_000_000_000;
const fastest = 1_000_000;

const datedForm = /^\d{4}-\d\d-\d\d/;
const positionForm = /^([\w-]+):(\d{1,15})$/;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the `replay` field; null when it is missing. Throws a Refusal. */
export function toReplay(value: unknown): ReplayRequest | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(`"replay" is ${shown(value)}; give an object such as ${example}`);
  const fields = value as Fields;
  const odd = Object.keys(fields).find((key) => !keys.includes(key));
  if (odd !== undefined) throw new Refusal(`"replay" has the key ${shown(odd)}; known are ${keys.join(', ')}`);
  const from = fields['from'] === 'oldest' ? 'oldest' : toBoundary(fields['from'], 'from');
  if (from === null) throw new Refusal('"replay" has no "from"; give an instant, or "oldest" for everything kept');
  const to = toBoundary(fields['to'], 'to');
  requireOrder(from, to);
  return { from, to, speed: toSpeed(fields['speed']) };
}

function toBoundary(value: unknown, key: string): Boundary | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return toInstant(value, value, key);
  if (typeof value === 'string') return boundaryIn(value.trim(), key);
  const { epoch, sequence } = value as Fields;
  if (typeof epoch === 'string' && typeof sequence === 'number' && Number.isSafeInteger(sequence) && sequence >= 0)
    return { epoch, sequence };
  throw odd(value, key);
}

function boundaryIn(text: string, key: string): Boundary {
  if (/^\d+$/.test(text)) return toInstant(Number(text), text, key);
  const at = instantIn(text);
  if (at !== null) return toInstant(at, text, key);
  const position = datedForm.test(text) ? null : positionForm.exec(text);
  if (position !== null) return { epoch: position[1] ?? '', sequence: Number(position[2]) };
  throw odd(text, key);
}

function toInstant(instant: number, given: unknown, key: string): Boundary {
  if (instant >= smallestInstant && instant <= largestInstant) return { instant: Math.floor(instant) };
  const hint = instant > 0 && instant < smallestInstant ? ', which are seconds' : '';
  throw new Refusal(`"replay.${key}" is ${shown(given)}${hint}; give ${instantForms}`);
}

const odd = (value: unknown, key: string): Refusal =>
  new Refusal(`"replay.${key}" is ${shown(value)}; give ${instantForms}; a time of day needs its zone, Z or +01:00`);

function requireOrder(from: Boundary | 'oldest', to: Boundary | null): void {
  if (from === 'oldest' || to === null || !('instant' in from) || !('instant' in to) || from.instant < to.instant)
    return;
  const [first, last] = [from, to].map(({ instant }) => new Date(instant).toISOString());
  throw new Refusal(
    `"replay.from" is ${first} and "replay.to" is ${last}; nothing lies between, give the earlier one first`,
  );
}

function toSpeed(value: unknown): number | null {
  if (value === undefined || value === null || value === 'max') return null;
  const speed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof speed === 'number' && speed >= 1 && speed <= fastest) return speed;
  throw new Refusal(
    `"replay.speed" is ${shown(value)}; give a number from 1 (real time), or "max" for as fast as you can read`,
  );
}
