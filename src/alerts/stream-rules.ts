import type { Book } from '../book/book.ts';
import { matchesExtras } from '../names/matches-extras.ts';
import type { LiveOffer, Position } from '../schema/index.ts';
import { FilterMatcher, type MatchResult, match } from '../stream/filter.ts';
import { FilterIndex } from '../stream/filter-index.ts';
import type { StreamEncoder } from '../stream/log/encoder.ts';
import { EntryTexts } from '../stream/log/entry-texts.ts';
import { Segment } from '../stream/log/segment.ts';
import { recordEntry } from '../stream/log/to-entry.ts';
import { payloadOf } from '../stream/message.ts';
import type { TapeRecord } from '../tape/record.ts';
import type { AlertSink } from './alert-sink.ts';
import type { Rule, StreamWatch } from './rule.ts';
import { messageWords } from './words.ts';

type Run = { readonly rule: Rule; readonly watch: StreamWatch; readonly matcher: FilterMatcher };

const shape = { tag: null, sequence: true } as const;
const defaultBytes = 4_096;

/** Rules over stream messages, matched like subscriptions. */
export class StreamRules {
  readonly #book: Pick<Book, 'askBasis'>;
  readonly #texts: EntryTexts;
  readonly #index = new FilterIndex<Run>();
  readonly #runs = new Map<string, Run>();
  readonly #segment = new Segment(0, 1, defaultBytes);

  constructor(book: Pick<Book, 'askBasis'>, encoder: StreamEncoder) {
    this.#book = book;
    this.#texts = new EntryTexts(encoder);
  }

  get size(): number {
    return this.#runs.size;
  }

  add(rule: Rule, watch: StreamWatch): void {
    const run = { rule, watch, matcher: new FilterMatcher(watch.filter, true) };
    this.#runs.set(rule.id, run);
    this.#index.add(run);
  }

  remove(ruleId: string): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined) return;
    this.#runs.delete(ruleId);
    this.#index.remove(run);
  }

  look(record: TapeRecord, origin: Position, alertSink: AlertSink): void {
    // Most records concern no rule, and encoding texts takes longer than filling columns
    const entry = recordEntry(record, this.#texts.encoder);
    if (!this.#index.mayConcern(entry)) return;
    this.#segment.clear();
    this.#segment.add(entry, this.#texts.ofRecord(record));
    this.#index.visit(this.#segment, 0, (run) => {
      const matched = run.matcher.of(this.#segment, 0);
      if (matched === match.no || isBefore(run.rule, origin) || !this.#isWanted(run.watch, record)) return;
      this.#raise(run.rule, matched, record, origin, alertSink);
    });
  }

  /** An offer that was away for some minutes is no news. */
  #isWanted({ underUsualPercent, states, extras }: StreamWatch, record: TapeRecord): boolean {
    if (record.what === 'change' && record.change.kind === 'updated' && record.change.isReturned === true) return false;
    if (states !== null && record.what === 'source' && !states.includes(record.source.state)) return false;
    if (underUsualPercent === null && extras === null) return true;
    const offer = offerOf(record);
    if (offer === null || (extras !== null && !matchesExtras(offer, extras))) return false;
    if (underUsualPercent === null) return true;
    if (offer.prices.USD === null) return false;
    const { marketplaceId, game, name, phase } = offer;
    const usual = this.#book.askBasis(marketplaceId, game, name, phase, record.at)?.usualUsd ?? 0;
    return usual > 0 && 100 * (1 - offer.prices.USD / usual) >= underUsualPercent;
  }

  #raise(rule: Rule, matched: MatchResult, record: TapeRecord, origin: Position, alertSink: AlertSink): void {
    const payload = payloadOf({ segment: this.#segment, at: 0 }, matched, shape, origin).toString();
    const message = JSON.parse(payload);
    const words = messageWords(message);
    const { game, item, id } = { game: '', item: '', id: '', ...words };
    alertSink.changed(rule, {
      item: item === '' ? id : `${game}:${item}`,
      at: record.at,
      position: `${origin.epoch}:${origin.sequence}`,
      words,
      link: words['link'] === '' ? null : (words['link'] ?? null),
      data: `"message":${payload}`,
    });
  }
}

const isBefore = ({ since }: Rule, { epoch, sequence }: Position): boolean =>
  since.epoch === epoch && sequence <= since.sequence;

function offerOf(record: TapeRecord): LiveOffer | null {
  if (record.what !== 'change') return null;
  return record.change.kind === 'added' || record.change.kind === 'updated' ? record.change.offer : null;
}
