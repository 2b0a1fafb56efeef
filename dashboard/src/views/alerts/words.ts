import type { AlertRule } from '@itemtape/client';
import { translate, translateKnown } from '../../text/translate.ts';
import { subjects } from './draft.ts';

const text = (value: unknown): string =>
  Array.isArray(value) ? value.map(text).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Whether an entry of a filter need not be shown: defaults, and the game, which is shown elsewhere. */
const isUsual = ([key, value]: readonly [string, unknown]): boolean =>
  value === 'all' || key === 'games' || (key === 'subscribeTo' && value === 'all');

const wordsOfFilter = (filter: unknown): string =>
  Object.entries((filter ?? {}) as Record<string, unknown>)
    .filter((entry) => !isUsual(entry))
    .map(([key, value]) => (key === 'items' || key === 'subscribeTo' ? text(value) : `${key} ${text(value)}`))
    .join(', ');

/** A rule's condition in one line. */
export function waitsFor({ when }: Pick<AlertRule, 'when'>): string {
  const { kind, game, filter, figure, items, marketplaces, below, above, underUsualPercent } = when;
  if (kind === 'figure') {
    const bound =
      below === undefined
        ? `${translateKnown('bound', 'above')} ${text(above)}`
        : `${translateKnown('bound', 'below')} ${text(below)}`;
    const named = subjects.find((one) => one.kind === figure)?.text ?? text(figure);
    const where =
      marketplaces === undefined ? '' : ` ${translate('on {marketplace}', { marketplace: text(marketplaces) })}`;
    return `${named} ${bound}: ${text(items)}${where} · ${text(game)}`;
  }
  const words = wordsOfFilter(filter);
  if (kind === 'deal') return [translate('Deals'), ...(words === '' ? [] : [words]), text(game)].join(' · ');
  const under =
    underUsualPercent === undefined ? [] : [translate('{percent}% under usual', { percent: text(underUsualPercent) })];
  const { games = 'all', channels = ['offers'] } = (filter ?? {}) as Record<string, unknown>;
  return [text(channels), ...(words === '' ? [] : [words]), ...under, text(games)].join(' · ');
}

/** The state of a rule. */
export const stateOf = ({ problem, doneAt, pausedAt }: Pick<AlertRule, 'problem' | 'doneAt' | 'pausedAt'>): string =>
  doneAt !== null ? 'done' : pausedAt !== null ? 'paused' : problem !== null ? 'inactive' : 'watching';
