import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../../runtime/clock.ts';
import type { Key } from '../keys.ts';
import { sessionIdStart, sessionMs } from '../sessions/sessions.ts';

/** Usage of a key. Instants are epoch milliseconds. */
const Use = Type.Object({
  lastUsedAt: Type.Integer({ minimum: 0 }),
  /** Requests since the key was created. */
  requests: Type.Integer({ minimum: 0 }),
  /** Day of `requestsOfDay`, in days since the epoch. */
  day: Type.Integer({ minimum: 0 }),
  requestsOfDay: Type.Integer({ minimum: 0 }),
});
type Use = Static<typeof Use>;

const UseFile = Type.Object({ version: Type.Literal(1), keys: Type.Record(Type.String(), Use) });

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Usage with the requests of the current minute; `minute` counts from the epoch. */
export type KeyCounts = Use & { minute: number; requestsOfMinute: number };

/** Requests of keys at other nodes of a cluster. */
export type UsedElsewhere = {
  /** Called once, with the map in which this node counts, by key. */
  readonly begin: (here: ReadonlyMap<string, KeyCounts>) => void;
  /** The latest counts of each other node. */
  readonly counts: (keyId: string) => readonly KeyCounts[];
  readonly changed: (keyId: string, here: KeyCounts) => void;
};

const alone: UsedElsewhere = { begin: () => {}, counts: () => [], changed: () => {} };

/**
 * Counts the requests of each key by calendar minute and UTC day and enforces its limits, considering also the counts of
 * other nodes, which arrive with some delay.
 */
export class KeyUse {
  readonly #now: Clock['now'];
  readonly #file: string | null;
  readonly #elsewhere: UsedElsewhere;
  readonly #counted = new Map<string, KeyCounts>();
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();

  /** Without a file, counts are lost at a stop. */
  constructor(now: Clock['now'], file: string | null, elsewhere = alone) {
    this.#now = now;
    this.#file = file;
    this.#elsewhere = elsewhere;
    for (const [id, use] of Object.entries(file === null ? {} : usesIn(file)))
      if (!id.startsWith(sessionIdStart) || now() - use.lastUsedAt < sessionMs)
        this.#counted.set(id, { ...use, minute: 0, requestsOfMinute: 0 });
    elsewhere.begin(this.#counted);
  }

  /** Counts a request and returns null; or, when a limit is reached, only returns the seconds to wait. */
  take({ id: keyId, sessionId, rights: { requestsPerMinute, requestsPerDay } }: Key): number | null {
    // What people do in a browser does not use up what a program may ask
    const id = sessionId ?? keyId;
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

  /** Counts requests answered by front workers, which answer only for keys without limits. */
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

  /** Usage over all nodes; null when the key was never used. */
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

  /** Writes changed counts; a kill loses those since the last call. */
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

/** Reads the file; a missing or unreadable file is ignored, and counting starts at zero. */
function usesIn(file: string): Readonly<Record<string, Use>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Check(UseFile, content) ? content.keys : {};
  } catch {
    return {};
  }
}
