import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { termSettings } from '../../api/operator/terms-routes.ts';
import { readConfig } from '../../config/config.ts';
import { type Config, settingKeys } from '../../config/settings.ts';
import { connectors } from '../../connectors/index.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import { TermsInForce } from './live-terms.ts';

const builtIn = readConfig({ file: null, environment: {}, flags: {} }).config;
const csfloat = marketplaceWithSlug('csfloat').id;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-terms-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (given: Partial<Config> = {}, isAlone = true) =>
  new TermsInForce({ config: { ...builtIn, 'data.folder': folder, ...given }, connectors, isAlone });

const sellerFeesOf = ({ fees }: TermsInForce) =>
  (fees.get(csfloat) ?? []).filter(({ side }) => side === 'seller').map(({ percent, evidence }) => [percent, evidence]);

it('knows every setting of fees and terms', () => {
  expect([...termSettings].sort()).toEqual(settingKeys.filter((key) => /^(fees|terms)\./.test(key)).sort());
});

it('replaces one fact at once, keeps it over a restart, and goes back to what is built in', async () => {
  const terms = open();
  const declared = sellerFeesOf(terms);
  const followed: number[] = [];
  terms.follow(async (id) => void followed.push(id));

  expect(await terms.set('csfloat', 'fees.seller', '1.5')).toBe('CSFloat');
  expect(await terms.set('CSFloat', 'terms.payout', 'none')).toBe('CSFloat');
  expect(followed).toEqual([csfloat, csfloat]);
  for (const one of [terms, open()]) {
    expect(sellerFeesOf(one)).toEqual([[1.5, 'set']]);
    expect(one.terms.get(csfloat)?.payout).toBeUndefined();
    expect(one.terms.get(csfloat)?.moneyHolds).toHaveLength(1);
  }
  await terms.set('csfloat', 'fees.seller', null);
  expect(sellerFeesOf(open())).toEqual(declared);
});

it.each([
  ['csfloat', 'fees.seller', 'two', 'fees.seller holds "csfloat=two"; write a marketplace and a percentage up to 50'],
  ['csfloat', 'terms.payout', 'gold', 'write a marketplace and one of money, steamBalance'],
  ['csfloat', 'terms.moneyHold', '900', 'a number of days up to 60'],
  ['csflaot', 'fees.seller', '2', '"csflaot" is not a marketplace of this service'],
  ['skinport', 'fees.buyer', '2', 'is set in the settings, which take precedence'],
] as const)('refuses %s %s=%s and changes nothing', async (name, setting, value, message) => {
  const terms = open({ 'fees.buyer': ['SkinPort=0'] });
  const before = JSON.stringify([[...terms.fees], [...terms.terms]]);
  await expect(terms.set(name, setting, value)).rejects.toThrow(message);
  expect(JSON.stringify([[...terms.fees], [...terms.terms]])).toBe(before);
  expect(() => readFileSync(join(folder, 'own-terms.json'))).toThrow();
});

it('refuses changes on a node of a cluster', async () => {
  await expect(open({}, false).set('csfloat', 'fees.seller', '2')).rejects.toThrow('in the settings of every node');
});

it.each(['[]', '{"fees.seller": 2}', '{"fee": {}}', '{'])('does not start with a file that holds %s', (text) => {
  writeFileSync(join(folder, 'own-terms.json'), text);
  expect(() => open()).toThrow('own-terms.json must hold one object such as {"fees.seller": {"csfloat": "2"}}');
});
