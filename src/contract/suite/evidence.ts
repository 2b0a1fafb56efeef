import type { Game, MarketRecord, RecordKind } from '../../schema/index.ts';
import type { OutcomeOverride } from '../connector.ts';
import type { FixtureKind } from './fixtures.ts';

/** An answer kept outside the repository that a source must be able to read. */
export type ReadableEvidence = {
  readonly file: string;
  /** As its own list of sources says; a synthetic one exercises code and proves nothing. */
  readonly kind: FixtureKind;
  readonly source: string;
  readonly game: Game;
  readonly item?: string;
  readonly marketplaceItemId?: string;
  /** Turns the text of the file into the text of the answer, where the file holds something else; says what it changes. */
  readonly unwrap?: { readonly why: string; readonly to: (text: string) => string };
  /** What the answer is when it is not read. */
  readonly outcome?: OutcomeOverride | 'changed' | 'blocked';
  /** The names of the games are those of the catalogue kept beside the answers, for rows that do not say their game. */
  readonly goesByName?: true;
  readonly rows: number;
  readonly rejects?: number;
  readonly records: Readonly<Partial<Record<RecordKind, number>>>;
  /** Each must stand among the records. */
  readonly facts?: readonly Partial<MarketRecord>[];
};

/** A file that no source reads, and why. */
export type UnreadEvidence = { readonly file: string; readonly kind: FixtureKind; readonly unread: string };

export type EvidenceFile = ReadableEvidence | UnreadEvidence;

export const isReadable = (file: EvidenceFile): file is ReadableEvidence => 'source' in file;

/** Whether the file is what a marketplace really sent, whole or put back together from what others kept of it. */
export const isRecording = ({ kind }: EvidenceFile): boolean => kind === 'recorded' || kind === 'derived';

/** Whether the file can justify the grade of its source. */
export const isProof = (file: ReadableEvidence): boolean =>
  isRecording(file) && file.outcome === undefined && file.rows > (file.rejects ?? 0);
