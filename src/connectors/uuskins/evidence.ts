import type { EvidenceFile } from '../../contract/suite/evidence.ts';

// Two synthetic shapes are kept with those of YouPin, its sister site; no answer of UUSkins was found in public
export const evidence: readonly EvidenceFile[] = [];
