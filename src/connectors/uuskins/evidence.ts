import type { EvidenceFile } from '../../contract/suite/evidence.ts';

// Two synthetic shapes lie with those of YouPin, the sister; no answer of UUSkins was found in public
export const evidence: readonly EvidenceFile[] = [];
