import { expect, it } from 'vitest';
import { arePublishedAlike } from './alike.ts';
import { dayMs } from './days-left.ts';

const now = 1_790_000_000_000;
const offer = {
  purchaseLink: 'https://market.example.com/1',
  inspectLink: 'steam://1',
  float: 0.25,
  paintIndex: 415,
  paintSeed: 7,
  stickers: [{ name: 'Sticker | A', slot: 0, wear: 0 }],
  tradableAt: now + dayMs,
};

it.each([
  [{}, true, true],
  [{ tradableAt: now + 1 }, true, true],
  [{ tradableAt: now + dayMs + 1 }, false, false],
  [{ tradableAt: null }, false, false],
  [{ purchaseLink: null }, false, false],
  [{ float: 0.26 }, false, false],
  [{ paintSeed: 8 }, false, false],
  [{ inspectLink: null }, false, true],
  [{ paintIndex: 416 }, false, true],
  [{ stickers: [] }, false, true],
])('offers that differ by %o are published alike in CS2: %s, in Rust: %s', (other, isAlike, isAlikeInRust) => {
  expect(arePublishedAlike('CS2', offer, { ...offer, ...other }, now)).toBe(isAlike);
  expect(arePublishedAlike('Rust', offer, { ...offer, ...other }, now)).toBe(isAlikeInRust);
});
