import type { Walk } from '../../contract/connector.ts';
import type { Age, MarketRecord } from '../../schema/index.ts';
import { valueAt } from '../decode/rows-at.ts';
import { madeExactly, madeOfBoth } from '../request/made-at.ts';
import { advice, isMissing } from '../schedule/outcome.ts';
import { addTally, noRows, type PollResult, type PollStep, pollResultOf } from './poll-step.ts';

/** How many of the newest records are remembered, so that the next `newest` pass knows where to stop. */
const rememberedRecords = 5000;

/** Identity by the marketplace's own id. null for kinds without one, which cannot show where the last pass ended. */
function identityOf(record: MarketRecord): string | null {
  if (record.kind === 'offer' || record.kind === 'withdrawal') return `${record.kind} ${record.offerId}`;
  if (record.kind === 'sale') return `sale ${record.saleId}`;
  return record.kind === 'buyOrder' ? `buyOrder ${record.orderId}` : null;
}

/** What a record is about; tells pages apart. */
const subjectOf = (record: MarketRecord): string =>
  identityOf(record) ??
  ('name' in record ? `${record.kind} ${record.name} ${'phase' in record ? record.phase : null}` : record.kind);

function cursorOf(source: Walk<never>, payload: unknown, cursor: string | null): string | null {
  const next =
    typeof source.cursorAt === 'string' ? valueAt(payload, source.cursorAt) : source.cursorAt(payload, cursor);
  return (typeof next === 'string' && next !== '') || typeof next === 'number' ? String(next) : null;
}

type WalkPass = {
  cursor: string | null;
  pages: number;
  pollResult: PollResult | null;
  /** When the oldest of the pages was generated. */
  made: Age;
  readonly seen: string[];
  /** The subjects of the records of the last page. */
  lastPage: string;
};

class WalkStep {
  readonly #step;
  readonly #source;
  readonly #game;
  readonly #sendRequest;
  readonly #endReading;
  readonly #clock;
  readonly #about;
  readonly #known = new Set<string>();
  #pass: WalkPass | null = null;
  /** The instant that the last complete pass describes; 0 before the first one since the start. */
  #previousAt = 0;

  constructor(step: PollStep<Walk<never>>) {
    const { source, game, sendRequest, endReading, clock } = step;
    this.#step = step;
    this.#source = source;
    this.#game = game;
    this.#sendRequest = sendRequest;
    this.#endReading = endReading;
    this.#clock = clock;
    this.#about = { game, item: null, marketplaceItemId: null };
  }

  readonly run = async (signal: AbortSignal): Promise<PollResult> => {
    const dueAt = this.#clock.elapsed();
    if (this.#pass === null) this.#step.beginReading();
    const current: WalkPass = this.#pass ?? {
      cursor: null,
      pages: 0,
      pollResult: null,
      made: madeExactly(Number.POSITIVE_INFINITY),
      seen: [],
      lastPage: '',
    };
    this.#pass = null;
    for (;;) {
      const pollResult = await this.#turnPage(current, signal, dueAt);
      if (pollResult !== null) return pollResult;
    }
  };

  #remember(ids: readonly string[]): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#known.add(id);
    }
    for (const id of this.#known) {
      if (this.#known.size <= rememberedRecords) break;
      this.#known.delete(id);
    }
  }

  /** Reads one page; `isKnown` when an earlier pass has seen its last record. */
  async #readPage(current: WalkPass, signal: AbortSignal, dueAt: number) {
    let last: string | null = null;
    let page = '';
    const ids: string[] = [];
    const result = await this.#sendRequest({
      request: this.#source.request({ game: this.#game, cursor: current.cursor }),
      about: this.#about,
      signal,
      dueAt,
      take: async (records, at, made) => {
        if (this.#source.covers === 'newest') ids.push(...records.flatMap((record) => identityOf(record) ?? []));
        else page += records.map(subjectOf).join('\n');
        last = ids.at(-1) ?? null;
        await this.#step.take(records, at, made);
      },
    });
    const isKnown = last !== null && this.#known.has(last);
    return { result, ids, isKnown, page };
  }

  #isTooOld({ startedAt }: PollResult): boolean {
    return this.#clock.now() - startedAt > 4 * this.#source.everySeconds * 1000 + 600_000;
  }

  /** The next cursor, null when the pass ends here; `isWhole` when there are no more pages. */
  #onward(payload: unknown, current: WalkPass, { page, isKnown }: { page: string; isKnown: boolean }) {
    const cursor = cursorOf(this.#source, payload, current.cursor);
    const oddity = this.#oddityOf(page, current, cursor);
    const isLast = oddity !== null || cursor === current.cursor || current.pages >= this.#source.pages || isKnown;
    return { cursor: isLast ? null : cursor, isWhole: cursor === null && oddity === null, oddity };
  }

  /**
   * Rows move between pages while they are read: when something on an earlier page is sold, the first row of the next page
   * moves onto a page already read. So only what two passes in a row omit is gone. A single page cannot shift.
   */
  async #endedWhole(pollResult: PollResult, pass: WalkPass): Promise<PollResult> {
    const made = madeOfBoth(madeExactly(pollResult.startedAt), pass.made);
    const { asOf } = made;
    const end = await this.#endReading(pollResult, made, pass.pages === 1 ? asOf : Math.min(this.#previousAt, asOf));
    if (end.outcome === 'read') this.#previousAt = asOf;
    return end;
  }

  async #ended(pollResult: PollResult, isWhole: boolean, pass: WalkPass): Promise<PollResult> {
    if (this.#source.covers === 'all' && isWhole) return await this.#endedWhole(pollResult, pass);
    if (this.#source.covers === 'all') return await this.#step.endCutReading(pollResult);
    if (pollResult.doubt !== null) return { ...pollResult, outcome: 'changed', detail: pollResult.doubt.detail };
    if (pollResult.rows === 0) return { ...pollResult, outcome: 'shrunk', detail: noRows };
    return { ...pollResult, outcome: 'read', detail: null };
  }

  /**
   * Why a page of a complete list cannot be one of its pages; null when it can. A marketplace that ignores which page is
   * requested sends the same again and again, and nothing is known of the others.
   */
  #oddityOf(page: string, current: WalkPass, cursor: string | null): string | null {
    if (this.#source.covers !== 'all') return null;
    const { pages, lastPage } = current;
    if (page !== '' && page === lastPage) return `page ${pages} has the rows of page ${pages - 1} again`;
    return cursor !== null && cursor === current.cursor ? `page ${pages} names itself as the next one` : null;
  }

  /** Reads one page; the result of the pass when it ends here, null when it continues. */
  async #turnPage(current: WalkPass, signal: AbortSignal, dueAt: number): Promise<PollResult | null> {
    const { result, ids, isKnown, page } = await this.#readPage(current, signal, dueAt);
    current.seen.push(...ids);
    if (current.pollResult === null) current.pollResult = pollResultOf(result);
    else addTally(current.pollResult, result);
    const { pollResult } = current;
    if (result.outcome !== 'read' && result.outcome !== 'changed') {
      if (!isMissing(result.outcome) && current.pages > 0 && !this.#isTooOld(pollResult)) this.#pass = current;
      return { ...pollResult, outcome: result.outcome, detail: result.detail, retryAt: result.retryAt };
    }
    if (result.outcome === 'changed') pollResult.doubt ??= result;
    current.pages += 1;
    current.made = madeOfBoth(current.made, result.made);
    const { cursor, isWhole, oddity } = this.#onward(result.payload, current, { page, isKnown });
    if (oddity !== null) pollResult.doubt ??= { ...result, detail: `${oddity}; ${advice.changed}` };
    current.cursor = cursor;
    current.lastPage = page;
    if (cursor !== null) return null;
    // Newest last, so that they are forgotten last
    this.#remember(current.seen.reverse());
    return await this.#ended(pollResult, isWhole, current);
  }
}

/** Reads page after page; a failed pass resumes at the page that failed. */
export const createWalkStep = (step: PollStep<Walk<never>>): ((signal: AbortSignal) => Promise<PollResult>) =>
  new WalkStep(step).run;
