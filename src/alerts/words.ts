import type { AlertFigure } from '../schema/index.ts';
import type { Rule } from './rule.ts';

/** Values that the text of a rule can name in braces. */
export type Words = Readonly<Record<string, string>>;

const defaultTexts: Readonly<Record<string, string>> = {
  offer: '{item} on {marketplace}: {price} USD ({event})',
  sale: '{item} was sold on {marketplace} for {price} USD',
  buyOrder: 'Buy order for {item} on {marketplace}: {price} USD ({event})',
  price: '{item} on {marketplace}: lowest price {price} USD',
  source: '{marketplace} ({game}): {source} is {state}',
  gap: '{marketplace} ({game}): a gap in {source}',
  batch: '{marketplace} ({game}): {source} was read',
  figure: '{item}: {figure} is {value} ({bound})',
  deal: '{item}: buy on {from} for {price} USD, sell on {to}, profit {profit} USD ({percent} %)',
};

const figureNames: Readonly<Record<AlertFigure, string>> = {
  ask: 'the lowest ask in USD',
  bid: 'the highest bid in USD',
  askAfterFees: 'the lowest ask after fees in USD',
  bidAfterFees: 'the highest bid after fees in USD',
  spreadPercent: 'the spread in percent',
  underUsualPercent: 'the discount to the usual price in percent',
};

export const figureName = (figure: AlertFigure): string => figureNames[figure];

/** A web link in the form that every chat recognises to its end, without blanks; empty if it is none. */
export const chatLink = (link: string): string =>
  /^https?:/i.test(link) && URL.canParse(link) ? new URL(link).href : '';

// Format, links with other words and mentions; one | occurs in most names and means nothing
const discordMarks = /^[#>-]|[\\*_~`[<]|\|(?=\|)|(?<=\|)\|/g;

/** Values as Discord shows them literally, and a link that ends only where it ends. */
const inDiscord = (words: Words): Words =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      key === 'link'
        ? chatLink(value).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))
        : value.replace(discordMarks, '\\$&'),
    ]),
  );

/** The text of an alert: the rule's own text, or the default one if nothing is left of it, with the values filled in. */
export function worded({ name, text, target }: Pick<Rule, 'name' | 'text' | 'target'>, words: Words): string {
  const values: Words = { ...(target.kind === 'discord' ? inDiscord(words) : words), rule: name };
  const own = text === null ? '' : filled(text, values);
  // Chats refuse an empty message, such as that of the text {link} where there is none
  if (own.trim() !== '') return own;
  return filled(defaultTexts[words['type'] ?? ''] ?? '{rule}', { ...values, item: variantIn(values) });
}

const filled = (template: string, values: Words): string =>
  template.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? (values[key] as string) : whole,
  );

/** The item with its variant, which can be worth many times another. */
const variantIn = ({ item = '', phase = '' }: Words): string => (phase === '' ? item : `${item} (${phase})`);

const texted = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The values of a stream message. */
export function messageWords(message: {
  readonly type?: unknown;
  readonly eventType?: unknown;
  readonly marketplace?: unknown;
  readonly game?: unknown;
  readonly id?: unknown;
  readonly phase?: unknown;
  readonly unusualEffect?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}): Words {
  const { type, eventType, marketplace, game, id, data = {} } = message;
  const phase = message.phase ?? message.unusualEffect;
  const { name, priceUSD, purchaseLink, float, paintSeed, source, state, detail } = data;
  const values = { type, event: eventType, marketplace, game, id, phase, item: name, price: priceUSD };
  const rest = { link: purchaseLink, float, paintSeed, source, state, detail };
  return Object.fromEntries(Object.entries({ ...values, ...rest }).map(([key, value]) => [key, texted(value)]));
}
