import { expect, it } from 'vitest';
import { c5game } from '../../connectors/c5game/index.ts';
import { csfloat } from '../../connectors/csfloat/index.ts';
import { skinbaron } from '../../connectors/skinbaron/index.ts';
import { demandRows } from './demand-text.ts';

const wordsOf = (...given: Parameters<typeof demandRows>) => demandRows(...given).map(({ what }) => what);

it('says what hosts demand, and what is granted to some', () => {
  expect(wordsOf(c5game)).toEqual([
    'header accept-encoding: gzip, br, zstd, deflate',
    'at most 50 requests in 1 s',
    'at most 1 request in 300 s; 10 requests in 10 s for keys on the white list of C5Game (collect.granted=c5game/offers)',
    expect.stringContaining('paid membership'),
  ]);
  expect(wordsOf(skinbaron)).toEqual(['header x-requested-with: XMLHttpRequest']);
  expect(demandRows({ ...csfloat, demands: [] })).toEqual([]);
  expect(demandRows(c5game)[0]).toMatchObject({ hosts: ['openapi.c5game.com'], on: '2026-10-05' });
});
