import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** No answer of theirs is kept. */
export const evidence: readonly EvidenceFile[] = [];
