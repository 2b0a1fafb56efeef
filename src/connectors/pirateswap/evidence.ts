import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'autocomplete-1.json',
    kind: 'recorded',
    unread: 'names without exterior and unlabelled numbers, by which single names could be looked up; no offers',
  },
];
