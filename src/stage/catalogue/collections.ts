import { shareOf } from './worth.ts';

const firsts = [
  'Harbour',
  'Quarry',
  'Orchard',
  'Foundry',
  'Lighthouse',
  'Monsoon',
  'Granite',
  'Velvet',
  'Meridian',
  'Ember',
];
const seconds = ['', '2018 ', '2021 ', '2023 ', '2025 '];

const names = firsts.flatMap((first) => seconds.map((year) => `The ${year}${first} Collection`));

/** The made-up collection of a finish: the same for all its wears and editions. */
export const collectionOf = (weapon: string, finish: string): string =>
  names[Math.floor(shareOf(`${finish} of ${weapon}`) * names.length)] ?? '';
