import type { AlertRequest } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { hasPhases, phases } from '../../phase-in.ts';
import type { PayoutChoice } from '../../text/payout.ts';
import { translate, translateKnown } from '../../text/translate.ts';

/** The conditions that the form offers. */
export const subjects = [
  { kind: 'ask', text: translate('Lowest ask') },
  { kind: 'bid', text: translate('Highest bid') },
  { kind: 'askAfterFees', text: translate('Lowest ask after fees') },
  { kind: 'bidAfterFees', text: translate('Highest bid after fees') },
  { kind: 'spreadPercent', text: translate('Spread in %') },
  { kind: 'underUsualPercent', text: translate('% under its usual price') },
  { kind: 'offers', text: translate('New and changed offers') },
  { kind: 'deals', text: translate('Deals') },
] as const;
export type Subject = (typeof subjects)[number]['kind'];

export const targets = [
  { kind: 'browser', text: translate('This dashboard, in every browser'), hint: '' },
  { kind: 'webhook', text: 'Webhook', hint: 'https://example.org/hook' },
  { kind: 'discord', text: 'Discord', hint: 'https://discord.com/api/webhooks/…' },
  { kind: 'slack', text: 'Slack', hint: 'https://hooks.slack.com/services/…' },
  { kind: 'telegram', text: 'Telegram', hint: '' },
  { kind: 'ntfy', text: 'ntfy', hint: 'https://ntfy.sh/your-topic' },
  { kind: 'email', text: translate('E-mail'), hint: '' },
] as const;
export type TargetKind = (typeof targets)[number]['kind'];

type Phase = NonNullable<Extract<AlertRequest['when'], { kind: 'figure' }>['phase']>;

/** The contents of the form. */
export type Draft = {
  readonly game: Game;
  readonly subject: Subject;
  readonly item: string;
  /** The variant of a Doppler; empty for the whole item. */
  readonly phase: string;
  readonly marketplace: string;
  /** What marketplaces pay out whose bids count, or on which deals sell. */
  readonly payout: PayoutChoice;
  readonly side: 'below' | 'above';
  /** The bound: the highest price of offers, or the minimum profit of deals. */
  readonly amount: string;
  readonly percent: string;
  readonly target: TargetKind;
  readonly url: string;
  readonly token: string;
  readonly to: string;
  readonly repeats: boolean;
  readonly coolDownSeconds: number;
  readonly hysteresisPercent: string;
  readonly name: string;
};

/** What a part of the form gets. */
export type PartProps = { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void };

export const emptyDraft = (game: Game): Draft => ({
  game,
  subject: 'ask',
  item: '',
  phase: '',
  marketplace: '',
  payout: 'money',
  side: 'below',
  amount: '',
  percent: '',
  target: 'browser',
  url: '',
  token: '',
  to: '',
  repeats: true,
  coolDownSeconds: 300,
  hysteresisPercent: '1',
  name: '',
});

const amountIn = (text: string | null): string | null =>
  text !== null && text.trim() !== '' && Number.isFinite(Number(text)) ? text.trim() : null;

/** The form as an address fills it in: `game`, `name`, `phase`, and the bound of the lowest ask as `below` or `above`. */
export function draftOf(query: URLSearchParams, game: Game): Draft {
  const draft = emptyDraft(gameOf(query.get('game')) ?? game);
  const [item, phase] = [query.get('name') ?? '', query.get('phase') ?? ''];
  const [below, above] = [amountIn(query.get('below')), amountIn(query.get('above'))];
  return {
    ...draft,
    item,
    phase: phases.includes(phase) ? phase : '',
    side: below === null && above !== null ? 'above' : 'below',
    amount: below ?? above ?? '',
  };
}

export const isFigure = (subject: Subject): boolean => subject !== 'offers' && subject !== 'deals';

/** Figures in percent rather than dollars. */
export const isShare = (subject: Subject): boolean => subject.endsWith('Percent');

/** Figures of a sale: only some marketplaces count, and an item with variants has none as a whole. */
export const isOfSale = (subject: Subject): boolean =>
  subject === 'bid' || subject === 'bidAfterFees' || subject === 'spreadPercent';

/** Whether the form asks for a variant. */
export const asksPhase = ({ game, subject, item }: Draft): boolean =>
  isFigure(subject) && hasPhases({ game, name: item.trim() });

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const textOf = (subject: Subject): string => subjects.find(({ kind }) => kind === subject)?.text ?? subject;

// As the service allows
const maxNameLength = 64;

/** Cuts between letters, so that no half of one remains. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (short.length + segment.length >= maxLength) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

/** The default name of a rule. A long item name gives way to the condition, which tells apart the rules of an item. */
export function nameOf(draft: Draft): string {
  const { name, subject, item, phase, side, amount, game } = draft;
  if (name.trim() !== '') return name.trim();
  const bound = isFigure(subject) ? ` ${translateKnown('bound', side)} ${amount}` : '';
  const condition = `: ${textOf(subject).toLowerCase()}${bound}`;
  const named = [item.trim() || game, ...(asksPhase(draft) ? [phase] : [])].join(' ').trim();
  const what = shortened(named, Math.max(1, maxNameLength - condition.length));
  return shortened(what + condition, maxNameLength);
}

// Money is what the service counts unless asked otherwise
const paidOf = ({ payout }: Draft) => (payout === 'money' ? {} : { payout });

function dealWhen(draft: Draft): AlertRequest['when'] {
  const { game, marketplace, amount, percent } = draft;
  const [profit, share] = [number(amount), number(percent)];
  const filter = {
    ...(profit !== undefined && { minProfit: profit }),
    ...(share !== undefined && { minPercent: share }),
    ...(marketplace !== '' && { subscribeTo: [marketplace] }),
    ...paidOf(draft),
  };
  return { kind: 'deal', game, filter };
}

const itemsOf = ({ item }: Draft): string[] => (item.trim() === '' ? [] : [item.trim()]);

function offersWhen(draft: Draft): AlertRequest['when'] {
  const { game, marketplace, amount, percent } = draft;
  const [max, share, items] = [number(amount), number(percent), itemsOf(draft)];
  const filter = {
    games: [game],
    subscribeTo: marketplace === '' ? 'all' : [marketplace],
    ...(items.length > 0 && { items }),
    ...(max !== undefined && { maxPriceUSD: max }),
  };
  return { kind: 'stream', filter, ...(share !== undefined && { underUsualPercent: share }) };
}

function whenOf(draft: Draft): AlertRequest['when'] {
  const { game, subject, phase, marketplace, side, amount } = draft;
  if (subject === 'deals') return dealWhen(draft);
  if (subject === 'offers') return offersWhen(draft);
  return {
    kind: 'figure',
    figure: subject,
    game,
    items: itemsOf(draft),
    ...(asksPhase(draft) && phase !== '' && { phase: phase as Phase }),
    ...(marketplace !== '' && { marketplaces: [marketplace] }),
    ...(isOfSale(subject) && paidOf(draft)),
    [side]: number(amount) ?? 0,
  };
}

function targetOf({ target: kind, url, token, to }: Draft): AlertRequest['target'] {
  const address = url.trim();
  switch (kind) {
    case 'browser':
      return { kind };
    case 'telegram':
      return { kind, token: token.trim(), chatId: to.trim() };
    case 'email':
      return { kind, to: to.trim() };
    case 'ntfy':
      return { kind, url: address, ...(token.trim() !== '' && { token: token.trim() }) };
    default:
      return { kind, url: address };
  }
}

export const requestOf = (draft: Draft): AlertRequest => ({
  name: nameOf(draft),
  when: whenOf(draft),
  target: targetOf(draft),
  repeats: draft.repeats,
  coolDownSeconds: draft.repeats ? draft.coolDownSeconds : 0,
  ...(isFigure(draft.subject) && { hysteresisPercent: number(draft.hysteresisPercent) ?? 1 }),
});
