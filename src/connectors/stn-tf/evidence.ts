import type { EvidenceFile } from '../../contract/suite/evidence.ts';

/** Answers of an author's own session, as he printed them. */
export const evidence: readonly EvidenceFile[] = [
  {
    file: 'GetItemDetails-v1-1.json',
    kind: 'recorded',
    source: 'items',
    game: 'TF2',
    item: 'The Team Captain',
    rows: 1,
    records: { quote: 1, buyOrder: 1 },
    facts: [
      { kind: 'quote', name: 'The Team Captain', lowest: { amount: 196, currency: 'TF2' }, offerCount: 48 },
      { kind: 'buyOrder', price: { amount: 180, currency: 'TF2' }, quantity: 52 },
    ],
  },
  {
    file: 'GetKeyPrices-v1-1.json',
    kind: 'recorded',
    source: 'keys',
    game: 'TF2',
    item: 'Mann Co. Supply Crate Key',
    rows: 1,
    records: { quote: 1, buyOrder: 1 },
    facts: [
      { kind: 'quote', lowest: { amount: 1212, currency: 'TF2' }, offerCount: null },
      { kind: 'buyOrder', price: { amount: 1140, currency: 'TF2' } },
    ],
  },
  { file: 'GetKeyStock-v1-1.json', kind: 'recorded', unread: 'how many keys it has: another request for one number' },
  { file: 'GetSchema-v1-1.json', kind: 'recorded', unread: 'names, without prices' },
  { file: 'error-1.json', kind: 'recorded', unread: 'why a trade was not made; its shape is in the fixtures' },
];
