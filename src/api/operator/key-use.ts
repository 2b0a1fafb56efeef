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

/** The same with the requests of a minute, which is numbered since the epoch. */
export type KeyCounts = Use & { minute: number; requestsOfMinute: number };

/** How often keys asked other nodes of a cluster. */
export type UsedElsewhere = {
  /** To be called once, with what is counted here from then on, by key. */
  readonly begin: (here: ReadonlyMap<string, KeyCounts>) => void;
  /** As each other node has counted it last. */
  readonly counts: (keyId: string) => readonly KeyCounts[];
  readonly changed: (keyId: string, here: KeyCounts) => void;
};

const alone: UsedElsewhere = { begin: () => {}, counts: () => [], changed: () => {} };

/**
 * Counts the requests of each key, by minutes of the clock and days of UTC, and says when one has to wait: by its own counts
 * and those of other nodes, which come some time after.
 */
export class KeyUse {
  readonly #now: Clock['now'];
  readonly #file: string | null;
  readonly #elsewhere: UsedElsewhere;
  readonly #counted = new Map<string, KeyCounts>();
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();

  /** Without a file nothing outlasts a stop. */
  constructor(now: Clock['now'], file: string | null, elsewhere = alone) {
    this.#now = now;
    this.#file = file;
    this.#elsewhere = elsewhere;
    for (const [id, use] of Object.entries(file === null ? {} : usesIn(file)))
      this.#counted.set(id, { ...use, minute: 0, requestsOfMinute: 0 });
    elsewhere.begin(this.#counted);
  }

  /** Counts a request; or says, and counts nothing, for how many seconds the key has to wait. */
  take({ id, host, rights: { requestsPerMinute, requestsPerDay } }: Key): number | null {
    // That of a session is gone by tomorrow
    if (host !== undefined) return null;
    const now = this.#now();
    const counted = this.#at(id, now);
    let { requestsOfMinute, requestsOfDay } = counted;
    for (const other of this.#elsewhere.counts(id)) {
      if (other.minute === counted.minute) requestsOfMinute += other.requestsOfMinute;
      if (other.day === counted.day) requestsOfDay += other.requestsOfDay;
    }
    if (requestsOfDay >= (requestsPerDay ?? Number.POSITIVE_INFINITY)) return secondsTo(now, dayMs);
    if (requestsOfMinute >= (requestsPerMinute ?? Number.POSITIVE_INFINITY)) return secondsTo(now, minuteMs);
    this.#add(id, counted, 1, now);
    return null;
  }

  /** Counts requests of a key without limits that were answered elsewhere. */
  count(id: string, requests: number): void {
    const now = this.#now();
    this.#add(id, this.#at(id, now), requests, now);
  }

  #add(id: string, counted: KeyCounts, requests: number, now: number): void {
    counted.requestsOfMinute += requests;
    counted.requestsOfDay += requests;
    counted.requests += requests;
    counted.lastUsedAt = now;
    this.#isChanged = true;
    this.#elsewhere.changed(id, counted);
  }

  /** Over all nodes; null where it was never used. */
  of(id: string): Pick<Use, 'lastUsedAt' | 'requests' | 'requestsOfDay'> | null {
    const here = this.#counted.get(id);
    const all = [...(here === undefined ? [] : [here]), ...this.#elsewhere.counts(id)];
    if (all.length === 0) return null;
    const today = Math.floor(this.#now() / dayMs);
    return {
      lastUsedAt: Math.max(...all.map(({ lastUsedAt }) => lastUsedAt)),
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
      requestsOfDay: all.reduce((sum, { day, requestsOfDay }) => sum + (day === today ? requestsOfDay : 0), 0),
    };
  }

  /** Writes what has changed; of what was counted since, a kill takes the counts. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    if (this.#file === null || !this.#isChanged) return;
    this.#isChanged = false;
    const keys = Object.fromEntries(
      [...this.#counted].map(([id, { minute, requestsOfMinute, ...use }]) => [id, use] as const),
    );
    try {
      await writeFile(`${this.#file}.next`, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
      await rename(`${this.#file}.next`, this.#file);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  #at(id: string, now: number): KeyCounts {
    const minute = Math.floor(now / minuteMs);
    const day = Math.floor(now / dayMs);
    const known = this.#counted.get(id) ?? {
      lastUsedAt: now,
      requests: 0,
      day,
      requestsOfDay: 0,
      minute,
      requestsOfMinute: 0,
    };
    this.#counted.set(id, known);
    if (known.minute !== minute) {
      known.minute = minute;
      known.requestsOfMinute = 0;
    }
    if (known.day !== day) {
      known.day = day;
      known.requestsOfDay = 0;
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
