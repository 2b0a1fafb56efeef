/** A browser in words, such as Firefox on Windows; null for what is not known. */
export type BrowserName = { readonly browser: string | null; readonly system: string | null };

// In this order, as most browsers name others, too
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\/|\bChromium\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

const firstOf = (known: readonly (readonly [string, RegExp])[], text: string): string | null =>
  known.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** What the header `User-Agent` says. */
export const browserNamed = (userAgent = ''): BrowserName => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
});
