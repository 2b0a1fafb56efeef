import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'trade-1-partial.json',
    kind: 'recorded',
    source: 'offers',
    game: 'CS2',
    item: 'AWP | Asiimov (Field-Tested)',
    rows: 1,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        name: 'AWP | Asiimov (Field-Tested)',
        offerId: '155419372',
        price: { amount: 189_000, currency: 'CNY' },
        float: 0.35296136140823364,
        // Not given in 2018
        paintIndex: null,
        // Three, named in Chinese
        stickers: null,
        // Eight days from the day of the answer
        tradableAt: Date.UTC(2026, 0, 23),
        ownerId: '76561198057253335',
        inspectLink:
          'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198057253335A14608058627D9982945759530250793',
      },
    ],
  },
];
