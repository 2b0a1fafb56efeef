import { describe, expect, it } from 'vitest';
import { createWorld } from '../market/create-world.ts';
import { refPerKey } from '../market/tf2-worth.ts';
import type { Player } from '../player.ts';
import { cbr, ecb, pricedb } from './rates.ts';

const world = createWorld({ seed: 1, startedAt: 0 });

const ask = (player: Player, path: string, at: string) =>
  player.answer(
    {
      method: 'GET',
      host: player.hosts[0] ?? '',
      path,
      query: new URLSearchParams(),
      search: '',
      headers: {},
      body: '',
      now: Date.parse(at),
    },
    world,
  );

const ecbText = (at: string): string => String(ask(ecb, '/stats/eurofxref/eurofxref-daily.xml', at)?.body);

const cbrBytes = (at: string): Buffer => {
  const body = ask(cbr, '/scripts/XML_daily.asp', at)?.body;
  if (!Buffer.isBuffer(body)) throw new Error('the answer is no bytes');
  return body;
};
const cbrText = (at: string): string => new TextDecoder('windows-1251').decode(cbrBytes(at));

const thursdayEvening = '2026-01-15T18:00:00Z';

describe('the European Central Bank as played', () => {
  it("publishes the world's rates for a euro with four decimals", () => {
    const text = ecbText(thursdayEvening);

    expect(text).toContain(`<Cube currency='USD' rate='${(1 / world.rates.EUR).toFixed(4)}'/>`);
    expect(text).toContain(`<Cube currency='CNY' rate='${(world.rates.CNY / world.rates.EUR).toFixed(4)}'/>`);
    expect(text).not.toContain('RUB');
  });

  it.each([
    ['2026-01-15T18:00:00Z', '2026-01-15', 'in the evening of a working day'],
    ['2026-01-15T12:00:00Z', '2026-01-14', 'before the afternoon'],
    ['2026-01-18T18:00:00Z', '2026-01-16', 'on a Sunday'],
    ['2026-01-19T09:00:00Z', '2026-01-16', 'on a Monday morning'],
  ])('at %s shows the rates of %s, %s', (at, date) => {
    expect(ecbText(at)).toContain(`<Cube time='${date}'>`);
  });
});

describe('the Bank of Russia as played', () => {
  it('writes windows-1251, decimal commas and roubles for a nominal', () => {
    const text = cbrText(thursdayEvening);

    expect(text).toContain('encoding="windows-1251"');
    expect(text).toContain('<Name>Доллар США</Name>');
    expect(text).toContain(
      `<CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>${world.rates.RUB.toFixed(4).replace('.', ',')}</Value>`,
    );
    expect(text).toContain('<CharCode>KRW</CharCode><Nominal>1000</Nominal>');
    expect(cbrBytes(thursdayEvening).includes(0xc4)).toBe(true);
  });

  it('agrees with the European Central Bank on the value of a euro in dollars', () => {
    const roublesFor = (code: string): number =>
      Number(
        new RegExp(`<CharCode>${code}</CharCode>.*?<Value>([^<]+)`)
          .exec(cbrText(thursdayEvening))?.[1]
          ?.replace(',', '.'),
      );

    expect(roublesFor('EUR') / roublesFor('USD')).toBeCloseTo(1 / world.rates.EUR, 3);
    expect(roublesFor('USD') / roublesFor('CNY')).toBeCloseTo(world.rates.CNY, 3);
  });

  it.each([
    ['2026-01-15T12:00:00Z', '15.01.2026', 'the day itself'],
    ['2026-01-17T12:00:00Z', '17.01.2026', 'a Saturday'],
    ['2026-01-18T12:00:00Z', '17.01.2026', 'a Sunday'],
    ['2026-01-19T12:00:00Z', '17.01.2026', 'a Monday'],
  ])('at %s dates its rates %s, on %s', (at, date) => {
    expect(cbrText(at)).toContain(`<ValCurs Date="${date}"`);
  });

  it('rejects other paths', () => {
    expect(ask(cbr, '/', thursdayEvening)).toBeNull();
    expect(ask(ecb, '/', thursdayEvening)).toBeNull();
  });
});

describe('PriceDB as played', () => {
  it('gives the price of a key in refined metal on both sides, by its number in the game', () => {
    const reply = ask(pricedb, '/api/item/5021%3B6', thursdayEvening);
    const { buy, sell, time } = JSON.parse(JSON.stringify(reply?.body));

    expect(buy.metal).toBeLessThan(sell.metal);
    expect((buy.metal + sell.metal) / 2).toBeCloseTo(refPerKey, 1);
    expect(time * 1000).toBeLessThan(Date.parse(thursdayEvening));
    expect(ask(pricedb, '/api/item/5022;6', thursdayEvening)?.status).toBe(404);
  });
});
