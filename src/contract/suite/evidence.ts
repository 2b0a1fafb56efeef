import type { Game, MarketRecord, RecordKind } from '../../schema/index.ts';
import type { OutcomeOverride } from '../connector.ts';
import type { FixtureKind } from './fixtures.ts';

/** A marketplace's answer, kept outside the repository, that a source has to be able to read. */
export type ReadableEvidence = {
  readonly file: string;
  /** As listed in the SOURCES.md of its folder. A synthetic answer exercises the code and proves nothing. */
  readonly kind: FixtureKind;
  readonly source: string;
  readonly game: Game;
  readonly item?: string;
  readonly marketplaceItemId?: string;
  /** For an answer with later dates than fixtures can have, which are received on 15 January 2026. Epoch milliseconds. */
  readonly receivedAt?: number;
  /** Where the file is not the answer itself: extracts the answer's text from it; `why` says what that changes. */
  readonly unwrap?: { readonly why: string; readonly to: (text: string) => string };
  /** The expected outcome where the answer is not read. */
  readonly outcome?: OutcomeOverride | 'changed' | 'blocked';
  /** Rows do not say their game: names are looked up in the catalogues kept next to the answers. */
  readonly goesByName?: true;
  readonly rows: number;
  readonly rejects?: number;
  readonly records: Readonly<Partial<Record<RecordKind, number>>>;
  /** Each has to match one of the records. */
  readonly facts?: readonly Partial<MarketRecord>[];
};

/** A file that no source reads; `unread` says why. */
export type UnreadEvidence = { readonly file: string; readonly kind: FixtureKind; readonly unread: string };

export type EvidenceFile = ReadableEvidence | UnreadEvidence;

export const isReadable = (file: EvidenceFile): file is ReadableEvidence => 'source' in file;

/** Whether the file is what a marketplace really sent, complete or reassembled from what others kept of it. */
export const isRecording = ({ kind }: EvidenceFile): boolean => kind === 'recorded' || kind === 'derived';

/** Whether the file proves that its source is `recorded`. */
export const isProof = (file: ReadableEvidence): boolean =>
  isRecording(file) && file.outcome === undefined && file.rows > (file.rejects ?? 0);
