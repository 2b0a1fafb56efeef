import Type, { type Static } from 'typebox';
import type { ReadableAlert } from '../../../alerts/alert-logs.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, toSeconds } from '../time.ts';

const bound = 'null if the other bound is set';

/** The figure that crossed a bound. */
const WireLoggedFigure = Type.Object({
  figure: Type.String({ description: 'Figure, such as ask' }),
  value: Type.Number({ description: 'Its value: US dollars, or percent' }),
  below: OrNull(Type.Number(), `Bound that it is below; ${bound}`),
  above: OrNull(Type.Number(), `Bound that it is above; ${bound}`),
  marketplace: OrNull(Type.String(), 'Marketplace with this value; null for figures of several marketplaces'),
});

/** An alert to a browser, as it stays in the log. */
export const WireLoggedAlert = Type.Object({
  id: Type.String({ description: 'Id of the alert' }),
  type: Type.Enum(['alert', 'test'], { description: 'alert, or the test of a rule' }),
  at: Seconds('When it was raised'),
  isRead: Type.Boolean({ description: 'Whether it was marked as read' }),
  rule: Type.Object(
    { id: Type.String({ description: 'Id of the rule' }), name: Type.String({ description: 'Name of the rule' }) },
    { description: 'Rule that raised it, which may have been deleted since' },
  ),
  text: Type.String({ description: 'Text of the alert' }),
  link: OrNull(Type.String(), 'Where to buy; null if it is about no single offer'),
  game: OrNull(Type.String(), 'Game of the item; null if it is about none'),
  name: OrNull(Type.String(), 'Name of the item; null if it is about none'),
  itemPhase: OrNull(Type.String(), 'Doppler variant; null if it is about none'),
  figure: OrNull(WireLoggedFigure, 'Figure that crossed its bound; null for other rules'),
});
export type WireLoggedAlert = Static<typeof WireLoggedAlert>;

/** The body of an alert as webhooks get it. */
type Body = {
  readonly type: 'alert' | 'test';
  readonly data: Pick<WireLoggedAlert, 'rule' | 'text' | 'link'> & {
    readonly figure?: NonNullable<WireLoggedAlert['figure']> & Item;
    readonly message?: {
      readonly game?: string;
      readonly phase?: string | null;
      readonly data?: { readonly name?: string; readonly itemPhase?: string | null };
    };
  };
};

type Item = Pick<WireLoggedAlert, 'game' | 'name' | 'itemPhase'>;

function itemOf({ figure, message }: Body['data']): Item {
  if (figure !== undefined) return { game: figure.game, name: figure.name, itemPhase: figure.itemPhase };
  const { game = null, phase = null, data } = message ?? {};
  return { game, name: data?.name ?? null, itemPhase: data?.itemPhase ?? phase };
}

export function toWireLoggedAlert({ id, at, isRead, body }: ReadableAlert): WireLoggedAlert {
  const { type, data } = JSON.parse(body) as Body;
  const { rule, text, link } = data;
  const { game, name, itemPhase } = itemOf(data);
  return { id, type, at: toSeconds(at), isRead, rule, text, link, game, name, itemPhase, figure: figureOf(data) };
}

function figureOf({ figure }: Body['data']): WireLoggedAlert['figure'] {
  if (figure === undefined) return null;
  const { figure: name, value, below, above, marketplace } = figure;
  return { figure: name, value, below, above, marketplace };
}
