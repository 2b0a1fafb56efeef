import type { AlertRule, LoggedAlert } from '@itemtape/client';
import { priceText } from '../../text/currency.ts';
import { payoutChoices } from '../../text/payout.ts';
import { percent } from '../../text/percent.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import { isShare, subjects } from './draft.ts';

const text = (value: unknown): string =>
  Array.isArray(value) ? value.map(text).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Whether an entry of a filter need not be shown: defaults, and what is shown elsewhere. */
const isDefault = ([key, value]: readonly [string, unknown]): boolean =>
  value === 'all' || key === 'games' || key === 'channels';

const dollars = (value: unknown): string => (typeof value === 'number' ? priceText(value, 'USD') : text(value));

/** Attributes by their names in the interface. */
const traitsText = (traits: unknown): string =>
  Object.entries((traits ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(', ');

/** The entries of filters that the form makes; any other is shown under its name in the interface. */
const phrasings: Readonly<Record<string, (value: unknown) => string>> = {
  items: text,
  traits: traitsText,
  subscribeTo: text,
  maxPriceUSD: (value) => translate('up to {price}', { price: dollars(value) }),
  minProfit: (value) => translate('profit from {amount}', { amount: dollars(value) }),
  minPercent: (value) => translate('profit from {amount}', { amount: `${text(value)}%` }),
  payout: (value) => paidOut(value),
};

const paidOut = (payout: unknown): string =>
  payoutChoices.find(({ value }) => value === payout)?.about ?? `payout ${text(payout)}`;

const wordsOfFilter = (filter: unknown): readonly string[] =>
  Object.entries((filter ?? {}) as Record<string, unknown>)
    .filter((entry) => !isDefault(entry))
    .map(([key, value]) => phrasings[key]?.(value) ?? `${key} ${text(value)}`);

function wordsOfFigure(when: AlertRule['when']): string {
  const { figure, game, items = [], traits, phase, marketplaces, payout, below, above } = when;
  const subject = subjects.find(({ kind }) => kind === figure);
  const side = below === undefined ? 'above' : 'below';
  const bound = below ?? above;
  const amount = subject !== undefined && isShare(subject.kind) ? text(bound) : dollars(bound);
  const where =
    marketplaces === undefined ? '' : ` ${translate('on {marketplace}', { marketplace: text(marketplaces) })}`;
  const what = subject?.text ?? text(figure);
  const named = [text(items), traitsText(traits), phase === undefined ? '' : text(phase)].filter((one) => one !== '');
  const condition = `${what} ${translateKnown('bound', side)} ${amount}: ${named.join(' ')}${where}`;
  return [condition, ...(payout === undefined ? [] : [paidOut(payout)]), text(game)].join(' · ');
}

/** A rule's condition in one line. */
export function waitsFor({ when }: Pick<AlertRule, 'when'>): string {
  const { kind, game, filter, underUsualPercent } = when;
  if (kind === 'figure') return wordsOfFigure(when);
  const words = wordsOfFilter(filter);
  if (kind === 'deal') return [translate('Deals'), ...words, text(game)].join(' · ');
  const under =
    underUsualPercent === undefined ? [] : [translate('{percent}% under usual', { percent: text(underUsualPercent) })];
  const { games = 'all', channels = ['offers'] } = (filter ?? {}) as Record<string, unknown>;
  const what = text(channels) === 'offers' ? translate('New and changed offers') : text(channels);
  return [what, ...words, ...under, text(games)].join(' · ');
}

/** The state of a rule. */
export const stateOf = ({ problem, doneAt, pausedAt }: Pick<AlertRule, 'problem' | 'doneAt' | 'pausedAt'>): string =>
  doneAt !== null ? 'done' : pausedAt !== null ? 'paused' : problem !== null ? 'inactive' : 'watching';

/** An alert of the log: what it is about, and what happened. */
export function alertWords({ name, itemPhase, rule, text: told, figure }: LoggedAlert): {
  readonly title: string;
  readonly words: string;
} {
  const title = name === null ? rule.name : itemPhase === null ? name : `${name} ${itemPhase}`;
  const subject = subjects.find(({ kind }) => kind === figure?.figure);
  if (figure === null || subject === undefined) return { title, words: told };
  const amountOf = (value: number | null) =>
    isShare(subject.kind) ? percent(value === null ? null : value / 100) : dollars(value);
  const side = figure.below === null ? 'above' : 'below';
  const where =
    figure.marketplace === null ? '' : ` ${translate('on {marketplace}', { marketplace: figure.marketplace })}`;
  const words = `${subject.text} ${amountOf(figure.value)}${where}: ${translateKnown('bound', side)} ${amountOf(figure.below ?? figure.above)}`;
  return { title, words };
}
