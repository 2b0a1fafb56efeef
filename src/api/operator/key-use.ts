import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../../clock.ts';
import type { Key } from '../keys.ts';

/** How a key was used. Instants are epoch milliseconds. */
const Use = Type.Object({
  lastUsedAt: Type.Integer({ minimum: 0 }),
  /** Requests since it was made. */
  requests: Type.Integer({ minimum: 0 }),
  /** Days since the epoch, and requests of that day. */
  day: Type.Integer({ minimum: 0 }),
  requestsOfDay: Type.Integer({ minimum: 0 }),
});
type Use = Static<typeof Use>;

const UseFile = Type.Object({ version: Type.Literal(1), keys: Type.Record(Type.String(), Use) });

const minuteMs = 60_000;
const dayMs = 86_400_000;

type Counted = { readonly use: Use; minute: number; requestsOfMinute: number };

/** Counts the requests of each key, by minutes of the clock and days of UTC, and says when one has to wait. */
export class KeyUse {
  readonly #now: Clock['now'];
  readonly #file: string | null;
  readonly #counted = new Map<string, Counted>();
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();

  /** Without a file nothing outlasts a stop. */
  constructor(now: Clock['now'], file: string | null) {
    this.#now = now;
    this.#file = file;
    for (const [id, use] of Object.entries(file === null ? {} : usesIn(file)))
      this.#counted.set(id, { use: { ...use }, minute: 0, requestsOfMinute: 0 });
  }

  /** Counts a request; or says, and counts nothing, for how many seconds the key has to wait. */
  take({ id, host, rights: { requestsPerMinute, requestsPerDay } }: Key): number | null {
    // That of a session is gone by tomorrow
    if (host !== undefined) return null;
    const now = this.#now();
    const counted = this.#at(id, now);
    if (counted.use.requestsOfDay >= (requestsPerDay ?? Number.POSITIVE_INFINITY)) return secondsTo(now, dayMs);
    if (counted.requestsOfMinute >= (requestsPerMinute ?? Number.POSITIVE_INFINITY)) return secondsTo(now, minuteMs);
    this.#add(counted, 1, now);
    return null;
  }

  /** Counts requests of a key without limits that were answered elsewhere. */
  count(id: string, requests: number): void {
    const now = this.#now();
    this.#add(this.#at(id, now), requests, now);
  }

  #add(counted: Counted, requests: number, now: number): void {
    counted.requestsOfMinute += requests;
    counted.use.requestsOfDay += requests;
    counted.use.requests += requests;
    counted.use.lastUsedAt = now;
    this.#isChanged = true;
  }

  /** Null where it was never used. */
  of(id: string): Pick<Use, 'lastUsedAt' | 'requests' | 'requestsOfDay'> | null {
    const known = this.#counted.get(id)?.use;
    if (known === undefined) return null;
    const isToday = known.day === Math.floor(this.#now() / dayMs);
    return { ...known, requestsOfDay: isToday ? known.requestsOfDay : 0 };
  }

  /** Writes what has changed; of what was counted since, a kill takes the counts. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    if (this.#file === null || !this.#isChanged) return;
    this.#isChanged = false;
    const keys = Object.fromEntries([...this.#counted].map(([id, { use }]) => [id, use]));
    try {
      await writeFile(`${this.#file}.next`, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
      await rename(`${this.#file}.next`, this.#file);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  #at(id: string, now: number): Counted {
    const minute = Math.floor(now / minuteMs);
    const day = Math.floor(now / dayMs);
    const known = this.#counted.get(id) ?? {
      use: { lastUsedAt: now, requests: 0, day, requestsOfDay: 0 },
      minute,
      requestsOfMinute: 0,
    };
    this.#counted.set(id, known);
    if (known.minute !== minute) {
      known.minute = minute;
      known.requestsOfMinute = 0;
    }
    if (known.use.day !== day) {
      known.use.day = day;
      known.use.requestsOfDay = 0;
    }
    return known;
  }
}

const secondsTo = (now: number, span: number): number => Math.ceil((span - (now % span)) / 1000);

/** What cannot be read is counted anew. */
function usesIn(file: string): Readonly<Record<string, Use>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Check(UseFile, content) ? content.keys : {};
  } catch {
    return {};
  }
}
