import { type BankCurrency, bankCurrencies, type Rate } from '../schema/index.ts';

const cubeTime = /<(?:\w+:)?Cube\s+time=["'](\d{4}-\d\d-\d\d)["']/;
const cubeRate = /<(?:\w+:)?Cube\s+currency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g;

/**
 * Rates of the European Central Bank's daily table (1 EUR = rate), converted to units per US dollar.
 * Throws if the text is not that table. The table has had no RUB since 2022-03-01.
 */
export function parseEcbTable(text: string): Rate[] {
  const time = cubeTime.exec(text)?.[1];
  const perEur = new Map([...text.matchAll(cubeRate)].map(([, currency, rate]) => [currency, Number(rate)] as const));
  const usd = perEur.get('USD');
  if (time === undefined || usd === undefined || !(usd > 0)) {
    throw new Error('this is not the daily table of the European Central Bank: no date or no USD rate in it');
  }
  const ratedAt = Date.parse(`${time}T00:00:00Z`);
  perEur.set('EUR', 1);
  return ratesOf((currency) => {
    const rate = perEur.get(currency);
    return rate === undefined ? null : { perUsd: rate / usd, ratedAt, source: 'ecb' };
  });
}

/** One rate for each currency but the dollar that a table has. */
const ratesOf = (rateIn: (currency: BankCurrency) => Omit<Rate, 'currency'> | null): Rate[] =>
  bankCurrencies.flatMap((currency) => {
    const rate = currency === 'USD' ? null : rateIn(currency);
    return rate === null ? [] : [{ currency, ...rate }];
  });

const valCursDate = /<ValCurs\s[^>]*Date="(\d\d)\.(\d\d)\.(\d{4})"/;
const valute = /<Valute\b[^>]*>([\s\S]*?)<\/Valute>/g;

/**
 * Rates of the Bank of Russia's daily table (Value RUB for Nominal units), converted to units per US dollar.
 * Throws if the text is not that table. The date is the day the rate becomes valid, often tomorrow.
 */
export function parseCbrTable(text: string): Rate[] {
  const date = valCursDate.exec(text);
  const rub = new Map<string, number>();
  for (const [, inside = ''] of text.matchAll(valute)) {
    const code = tagText(inside, 'CharCode');
    const value = Number(tagText(inside, 'Value').replace(',', '.'));
    const nominal = Number(tagText(inside, 'Nominal'));
    if (value > 0 && nominal > 0) rub.set(code, value / nominal);
  }
  const usd = rub.get('USD');
  if (date === null || usd === undefined) {
    throw new Error('this is not the daily table of the Bank of Russia: no date or no USD rate in it');
  }
  const ratedAt = Date.parse(`${date[3]}-${date[2]}-${date[1]}T00:00:00Z`);
  rub.set('RUB', 1);
  return ratesOf((currency) => {
    const inRub = rub.get(currency);
    return inRub === undefined ? null : { perUsd: usd / inRub, ratedAt, source: 'cbr' };
  });
}

const tagText = (inside: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(inside)?.[1]?.trim() ?? '';
