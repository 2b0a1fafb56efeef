import type { EvidenceFile } from '../../contract/suite/evidence.ts';

export const evidence: readonly EvidenceFile[] = [
  {
    file: 'get-price-list-1.json',
    kind: 'recorded',
    source: 'prices',
    game: 'CS2',
    rows: 650,
    records: { quote: 650 },
    facts: [
      {
        name: 'Souvenir Desert Eagle | Urban DDPAT (Battle-Scarred)',
        lowest: { amount: 810, currency: 'EUR' },
        offerCount: 5,
      },
      {
        name: 'StatTrak™ Desert Eagle | Golden Koi (Minimal Wear)',
        lowest: { amount: 400_000, currency: 'EUR' },
        offerCount: 1,
      },
    ],
  },
  {
    file: 'search-1.json',
    kind: 'recorded',
    source: 'offers',
    game: 'CS2',
    item: 'AK-47 | Redline (Field-Tested)',
    rows: 2,
    records: { offer: 1 },
    facts: [
      {
        kind: 'offer',
        offerId: '502b290d-ebd2-48bd-81ab-6ecbb59345a0',
        price: { amount: 26_230, currency: 'EUR' },
        float: 0.34289545,
        stickers: null,
        purchaseLink: 'https://skinbaron.de/offers/show?offerUuid=502b290d-ebd2-48bd-81ab-6ecbb59345a0',
      },
    ],
  },
  {
    file: 'newest-sales-30days-derived-1.json',
    kind: 'derived',
    source: 'sales',
    game: 'CS2',
    item: '★ Butterfly Knife | Gamma Doppler (Factory New)',
    rows: 11,
    records: { sale: 10 },
    facts: [
      {
        kind: 'sale',
        phase: 'gamma-doppler-phase4',
        price: { amount: 1_593_170, currency: 'EUR' },
        soldAt: Date.UTC(2023, 11, 14),
      },
    ],
  },
  {
    file: 'newest-items-1.json',
    kind: 'recorded',
    source: 'newest',
    game: 'CS2',
    // One occurs twice, and of the others 80 have no price
    rows: 99,
    records: { offer: 19 },
    facts: [
      {
        kind: 'offer',
        offerId: '97b915b6-780b-459e-b688-538a40bdf74c',
        name: 'FAMAS | Commemoration (Factory New)',
        price: { amount: 20_990, currency: 'EUR' },
        float: 0.05857265,
      },
      { name: 'Sir Bloody Silent Darryl | The Professionals', float: null },
    ],
  },
  {
    file: 'best-deals-1.json',
    kind: 'recorded',
    source: 'best-deals',
    game: 'CS2',
    // Seven have no price
    rows: 50,
    records: { offer: 43 },
    facts: [
      {
        kind: 'offer',
        name: '★ Huntsman Knife | Gamma Doppler (Factory New)',
        phase: 'gamma-doppler-emerald',
        float: 0.045964684,
      },
      { name: '★ Butterfly Knife | Gamma Doppler (Minimal Wear)', float: 0.07374231, tradableAt: 0 },
      { name: 'Souvenir MAG-7 | Storm (Well-Worn)', price: { amount: 20, currency: 'EUR' } },
    ],
  },
];
