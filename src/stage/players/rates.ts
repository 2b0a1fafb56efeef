import { refPerKey } from '../market/tf2-worth.ts';
import type { World } from '../market/world.ts';
import type { Player } from '../player.ts';
import { decoded } from './routes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** YYYY-MM-DD of an instant in a zone a fixed number of hours ahead of UTC. */
const dateAt = (at: number, hoursAhead: number): string =>
  new Date(at + hoursAhead * hourMs).toISOString().slice(0, 10);

/** 0 is Sunday. */
const weekdayAt = (at: number, hoursAhead: number): number => new Date(at + hoursAhead * hourMs).getUTCDay();

/** The day whose rates the ECB shows: published on working days at four in Frankfurt, winter time all year here. */
const ecbDate = (now: number): string => {
  let at = now - 15 * hourMs;
  while ([0, 6].includes(weekdayAt(at, 0))) at -= dayMs;
  return dateAt(at, 0);
};

/** Units for one euro; dollars and yuan come from the world, the others only fill the list. */
const otherEuroRates: readonly (readonly [string, string])[] = [
  ['JPY', '181.27'],
  ['CZK', '24.318'],
  ['DKK', '7.4691'],
  ['GBP', '0.86910'],
  ['HUF', '384.55'],
  ['PLN', '4.2265'],
  ['RON', '5.0930'],
  ['SEK', '10.9340'],
  ['CHF', '0.9305'],
  ['TRY', '49.8812'],
  ['AUD', '1.7544'],
  ['BRL', '6.2190'],
  ['CAD', '1.6011'],
  ['KRW', '1688.40'],
  ['NZD', '2.0087'],
];

const ecbDaily = ({ rates }: World, now: number): string => {
  const rows = [
    ['USD', (1 / rates.EUR).toFixed(4)],
    ...otherEuroRates,
    ['CNY', (rates.CNY / rates.EUR).toFixed(4)],
  ].map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${ecbDate(now)}'>
${rows.join('')}\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`;
};

/** The European Central Bank's daily reference rates. */
export const ecb: Player = {
  slug: 'ecb',
  hosts: ['www.ecb.europa.eu'],
  answer: ({ path, now }, world) =>
    path === '/stats/eurofxref/eurofxref-daily.xml'
      ? { headers: { 'content-type': 'text/xml' }, body: ecbDaily(world, now) }
      : null,
};

/** Moscow keeps one offset all year. */
const moscow = 3;

/** The day for which Russian rates apply: none are set for Sundays and Mondays, when Saturday's remain in force. */
const cbrDate = (now: number): string => {
  let at = now;
  while ([0, 1].includes(weekdayAt(at, moscow))) at -= dayMs;
  return dateAt(at, moscow).split('-').reverse().join('.');
};

type Valute = {
  readonly id: string;
  readonly number: string;
  readonly code: string;
  readonly nominal: number;
  readonly name: string;
  /** Roubles for one unit. */
  readonly rate: number;
};

const valutes = ({ rates }: World): readonly Valute[] => [
  { id: 'R01035', number: '826', code: 'GBP', nominal: 1, name: 'Фунт стерлингов', rate: 107.4915 },
  { id: 'R01235', number: '840', code: 'USD', nominal: 1, name: 'Доллар США', rate: rates.RUB },
  { id: 'R01239', number: '978', code: 'EUR', nominal: 1, name: 'Евро', rate: rates.RUB / rates.EUR },
  { id: 'R01335', number: '398', code: 'KZT', nominal: 100, name: 'Тенге', rate: 0.158823 },
  { id: 'R01375', number: '156', code: 'CNY', nominal: 1, name: 'Юань', rate: rates.RUB / rates.CNY },
  { id: 'R01700J', number: '949', code: 'TRY', nominal: 10, name: 'Турецких лир', rate: 1.87294 },
  { id: 'R01815', number: '410', code: 'KRW', nominal: 1000, name: 'Вон Республики Корея', rate: 0.0553391 },
  { id: 'R01820', number: '392', code: 'JPY', nominal: 100, name: 'Японских иен', rate: 0.515364 },
];

const withComma = (value: number, digits: number): string => value.toFixed(digits).replace('.', ',');

const cbrDaily = (world: World, now: number): string => {
  const rows = valutes(world).map(
    ({ id, number, code, nominal, name, rate }) =>
      `<Valute ID="${id}"><NumCode>${number}</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal>` +
      `<Name>${name}</Name><Value>${withComma(rate * nominal, 4)}</Value>` +
      `<VunitRate>${withComma(rate, 7).replace(/,?0+$/, '')}</VunitRate></Valute>`,
  );
  const title = `<ValCurs Date="${cbrDate(now)}" name="Foreign Currency Market">`;
  return `<?xml version="1.0" encoding="windows-1251"?>${title}${rows.join('')}</ValCurs>`;
};

/** In windows-1251 Cyrillic letters start at 0xC0, in the order of their code points from U+0410. */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) return code;
      if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
      throw new Error(`"${character}" has no place in this windows-1251 table; use the letters А to я`);
    }),
  );

/** The Bank of Russia's daily rates. */
export const cbr: Player = {
  slug: 'cbr',
  hosts: ['www.cbr.ru'],
  answer: ({ path, now }, world) =>
    path === '/scripts/XML_daily.asp'
      ? {
          headers: { 'content-type': 'application/xml; charset=windows-1251' },
          body: windows1251(cbrDaily(world, now)),
        }
      : null,
};

/** Community prices of TF2 items in keys and metal; only the price of a key is played, as it is requested as a rate. */
export const pricedb: Player = {
  slug: 'pricedb',
  hosts: ['pricedb.io'],
  answer: ({ path, now }) => {
    const sku = /^\/api\/item\/(.+)$/.exec(path)?.[1];
    if (sku === undefined) return null;
    if (decoded(sku) !== '5021;6') return { status: 404, body: { error: 'Item not found' } };
    const side = (more: number) => ({ keys: 0, metal: Math.floor((refPerKey + more) * 100) / 100 });
    return {
      body: {
        name: 'Mann Co. Supply Crate Key',
        sku: '5021;6',
        source: 'bptf',
        time: Math.floor(now / 1000) - 1800,
        buy: side(-0.05),
        sell: side(0.06),
      },
    };
  },
};
