import type { Marketplace } from '../schema/index.ts';
import { Refusal } from '../stream/refusal.ts';
import { type SubscriptionRequest, toSubscriptionRequest } from '../stream/subscription-request.ts';
import type { Watch, When } from './rule.ts';

const notForRules = ['id', 'sequence', 'resume', 'replay', 'snapshot', 'heartbeatSeconds', 'conflate'] as const;

type Fields = Readonly<Record<string, unknown>>;

function requestOf(fields: Fields, connected: readonly Marketplace[]): SubscriptionRequest {
  const odd = notForRules.find((key) => fields[key] !== undefined);
  if (odd !== undefined) throw new Refusal(`"${odd}" means nothing in a rule; leave it out`);
  return toSubscriptionRequest({ subscribeTo: 'all', ...fields }, connected);
}

/** Makes what was asked ready to be looked for, marketplaces and games by the same words as in the stream; throws a Refusal. */
export function watchOf(when: When, connected: readonly Marketplace[]): Watch {
  switch (when.kind) {
    case 'stream':
      return streamWatch(when, connected);
    case 'figure':
      return figureWatch(when, connected);
    case 'deal': {
      const { standing } = requestOf({ ...when.filter, games: [when.game], channels: ['deals'] }, connected);
      const [wish, ...others] = standing.filter((one) => one.channel === 'deals');
      if (wish === undefined || others.length > 0)
        throw new Refusal('a rule over deals is about one game; give it as "game"');
      return { kind: 'deal', wish };
    }
  }
}

function streamWatch(when: Extract<When, { kind: 'stream' }>, connected: readonly Marketplace[]): Watch {
  const { filter, standing } = requestOf(when.filter, connected);
  if (standing.length > 0)
    throw new Refusal('"best" and "deals" are no changes; watch them with "kind": "figure" or "kind": "deal"');
  const { underUsualPercent = null, states = null } = when;
  if (states !== null && !filter.channels.includes('sources'))
    throw new Refusal('"states" are those of sources; add "channels": ["sources"] to the filter');
  return { kind: 'stream', filter, underUsualPercent, states };
}

function figureWatch(when: Extract<When, { kind: 'figure' }>, connected: readonly Marketplace[]): Watch {
  const { figure, game, items, phase, marketplaces, below = null, above = null } = when;
  if ((below === null) === (above === null))
    throw new Refusal('a rule over a figure has one bound: give either "below" or "above"');
  const { filter } = requestOf(
    { games: [game], items, subscribeTo: marketplaces ?? 'all', ...(phase !== undefined && { phases: [phase] }) },
    connected,
  );
  const [wanted] = filter.games;
  if (wanted === undefined || filter.games.length > 1) throw new Refusal('a rule over a figure is about one game');
  return {
    kind: 'figure',
    figure,
    game: wanted,
    items: filter.items ?? [],
    phase: filter.phases?.[0] ?? null,
    marketplaceIds: marketplaces === undefined ? null : filter.marketplaceIds,
    below,
    above,
  };
}
