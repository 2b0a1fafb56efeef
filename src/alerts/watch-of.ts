import {
  type AlertFigure,
  extrasFilterKeys,
  extrasIn,
  type Game,
  type Marketplace,
  mustVary,
  type Phase,
  type Scope,
  seenAmong,
} from '../schema/index.ts';
import { Refusal } from '../stream/refusal.ts';
import { type Reads, type SubscriptionRequest, toSubscriptionRequest } from '../stream/subscription-request.ts';
import type { Watch, When } from './rule.ts';

const notForRules = ['id', 'sequence', 'resume', 'replay', 'snapshot', 'heartbeatSeconds', 'conflate'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The marketplaces and games that are read, and the sight of the rule's key. */
export type WatchContext = { readonly connected: readonly Marketplace[]; readonly reads: Reads; readonly scope: Scope };

function requestOf(fields: Fields, { connected, reads, scope }: WatchContext): SubscriptionRequest {
  const odd = notForRules.find((key) => (fields[key] ?? null) !== null);
  if (odd !== undefined) throw new Refusal(`"${odd}" has no meaning in a rule; leave it out`);
  return toSubscriptionRequest({ ...fields, subscribeTo: fields['subscribeTo'] ?? 'all' }, connected, scope, { reads });
}

/** Parses what a rule waits for, with the same names of marketplaces and games as the stream; throws a Refusal. */
export function watchOf(when: When, shown: WatchContext): Watch {
  switch (when.kind) {
    case 'stream':
      return streamWatch(when, shown);
    case 'figure':
      return figureWatch(when, shown);
    case 'deal': {
      const { liveQueries: itemState } = requestOf({ ...when.filter, games: [when.game], channels: ['deals'] }, shown);
      const [subscription, ...others] = itemState.filter((one) => one.channel === 'deals');
      if (subscription === undefined || others.length > 0)
        throw new Refusal('a deal rule is about one game; give it as "game"');
      return { kind: 'deal', subscription };
    }
  }
}

function streamWatch(when: Extract<When, { kind: 'stream' }>, shown: WatchContext): Watch {
  const { filter, liveQueries: itemState } = requestOf(when.filter, shown);
  if (itemState.length > 0)
    throw new Refusal(
      itemState[0]?.channel === 'found'
        ? '"found" reports search results, not changes; filter the channel "offers" by price, float, pattern or item instead'
        : '"best" and "deals" do not report changes; use "kind": "figure" or "kind": "deal" instead',
    );
  const { underUsualPercent = null, states = null } = when;
  if (states !== null && !filter.channels.includes('sources'))
    throw new Refusal('"states" applies to sources only; add "channels": ["sources"] to the filter');
  const asked = extrasFilterKeys.find((key) => when[key] !== undefined && when[key] !== false);
  if (asked !== undefined && !filter.channels.includes('offers'))
    throw new Refusal(`"${asked}" applies to offers only; add "channels": ["offers"] to the filter`);
  const extras = asked === undefined ? null : extrasIn(when);
  return { kind: 'stream', filter, underUsualPercent, states, extras };
}

function figureWatch(when: Extract<When, { kind: 'figure' }>, shown: WatchContext): Watch {
  const { figure, game, items, traits, phase, marketplaces, payout = 'money', below = null, above = null } = when;
  if ((below === null) === (above === null))
    throw new Refusal('a figure rule has one bound: give either "below" or "above"');
  const { filter } = requestOf(
    { games: [game], items, traits, subscribeTo: marketplaces ?? 'all', phases: phase === undefined ? null : [phase] },
    shown,
  );
  const [wanted] = filter.games;
  if (wanted === undefined || filter.games.length > 1)
    throw new Refusal('a figure rule is about one game; give it as "game"');
  if (filter.items === null && filter.traits === null)
    throw new Refusal('a figure rule is about certain items; give "items", or "traits" that all of them have');
  const [watched = null] = filter.phases ?? [];
  requireVariant(figure, wanted, filter.items ?? [], watched);
  return {
    kind: 'figure',
    figure,
    game: wanted,
    items: filter.items,
    traits: filter.traits,
    phase: watched,
    payout,
    marketplaceIds: seenAmong(shown.scope, marketplaces === undefined ? null : filter.marketplaceIds),
    below,
    above,
  };
}

const ofSale: readonly AlertFigure[] = ['bid', 'bidAfterFees', 'spreadPercent'];

/** A whole item with variants has no figure of a sale, so such a rule would never be met. */
function requireVariant(figure: AlertFigure, game: Game, items: readonly string[], phase: Phase | null): void {
  const varied = items.find((name) => mustVary(game, name));
  if (varied === undefined || phase !== null || !ofSale.includes(figure)) return;
  const remedy = game === 'CS2' ? 'give its "phase", such as Phase 2' : 'watch its "ask" instead';
  throw new Refusal(`"${varied}" has variants with bids of their own, and none as a whole; ${remedy}`);
}
