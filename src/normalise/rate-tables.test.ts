import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { parseCbrTable, parseEcbTable } from './rate-tables.ts';

const ecb = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-11-19'><Cube currency='USD' rate='1.25'/><Cube currency='JPY' rate='180'/><Cube currency='CNY' rate='8'/></Cube></Cube>
</gesmes:Envelope>`;

const cbr = `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="21.11.2026" name="Foreign Currency Market">
<Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>\u0414</Name><Value>80,5000</Value></Valute>
<Valute ID="R01239"><NumCode>978</NumCode><CharCode>EUR</CharCode><Nominal>10</Nominal><Value>1006,25</Value></Valute></ValCurs>`;

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);

describe('the table of the European Central Bank', () => {
  it('is converted to units per dollar', () => {
    expect(parseEcbTable(ecb)).toEqual([
      { currency: 'EUR', perUsd: 0.8, ratedAt: at('2026-11-19'), source: 'ecb' },
      { currency: 'CNY', perUsd: 6.4, ratedAt: at('2026-11-19'), source: 'ecb' },
      { currency: 'JPY', perUsd: 144, ratedAt: at('2026-11-19'), source: 'ecb' },
    ]);
  });

  it('is read whatever prefix its elements have', () => {
    expect(parseEcbTable(ecb.replaceAll('<Cube', '<ns1:Cube').replaceAll("'", '"'))).toEqual(parseEcbTable(ecb));
  });

  it.each(['', '<html><body>Maintenance</body></html>', ecb.replace('USD', 'XXX')])('is not made out of %j', (text) => {
    expect(() => parseEcbTable(text)).toThrow('not the daily table');
  });
});

describe('the table of the Bank of Russia', () => {
  it('is read with decimal commas and nominals', () => {
    expect(parseCbrTable(cbr)).toEqual([
      { currency: 'EUR', perUsd: 0.8, ratedAt: at('2026-11-21'), source: 'cbr' },
      { currency: 'RUB', perUsd: 80.5, ratedAt: at('2026-11-21'), source: 'cbr' },
    ]);
  });

  it.each(['', '<html></html>', cbr.replace('80,5000', '0')])('is not made out of %j', (text) => {
    expect(() => parseCbrTable(text)).toThrow('not the daily table');
  });
});

const recorded = join(sharedFolder, 'marketplaces/fixtures/fx');
describe.runIf(existsSync(recorded))('recorded tables', () => {
  it.each([
    ['ecb-daily-2023-04-20.xml', 'EUR', '2023-04-20'],
    ['ecb-daily-2024-06-14.xml', 'EUR', '2024-06-14'],
    ['ecb-daily-2025-12-30.xml', 'EUR', '2025-12-30'],
    ['ecb-daily-2026-08-21.xml', 'EUR', '2026-08-20'],
    ['ecb-daily-2019-01-21.prefixed.xml', 'EUR', '2019-01-21'],
    ['cbr-XML_daily-2022-03-15.cp1251.xml', 'RUB', '2022-03-15'],
    ['cbr-XML_daily-2026-09-12.cp1251.xml', 'RUB', '2026-09-12'],
  ])('%s gives the %s rate of its day', (file, currency, date) => {
    const bytes = readFileSync(join(recorded, file));
    const text = new TextDecoder(file.startsWith('cbr') ? 'windows-1251' : 'utf-8').decode(bytes);

    const rates = file.startsWith('cbr') ? parseCbrTable(text) : parseEcbTable(text);

    const found = rates.find((rate) => rate.currency === currency);
    expect(found?.ratedAt).toBe(at(date));
    expect(rates.find((rate) => rate.currency === 'CNY')?.perUsd).toBeGreaterThan(6);
  });

  it('agree on the dollar within the share that is accepted', () => {
    const text = new TextDecoder('windows-1251').decode(
      readFileSync(join(recorded, 'cbr-XML_daily-2026-09-12.cp1251.xml')),
    );

    expect(parseCbrTable(text).find(({ currency }) => currency === 'RUB')?.perUsd).toBe(82.9977);
  });

  it.each([
    ['ecb-daily-2026-08-21.xml', []],
    // Special drawing rights are nobody's money, and Bulgaria pays in euros
    ['cbr-XML_daily-2022-03-15.cp1251.xml', ['BGN', 'XDR']],
  ])('%s gives every currency in it but %j', (file, without) => {
    const text = readFileSync(join(recorded, file), 'latin1');
    const inFile = [...text.matchAll(/(?:currency='|<CharCode>)([A-Z]{3})/g)].map(([, code]) => code);
    const own = file.startsWith('cbr') ? 'RUB' : 'EUR';

    const rates = file.startsWith('cbr') ? parseCbrTable(text) : parseEcbTable(text);

    expect([...rates.map(({ currency }) => currency as string), ...without, 'USD'].sort()).toEqual(
      [...inFile, own].sort(),
    );
  });
});
