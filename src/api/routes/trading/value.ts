import { pays, whatOneGets } from '../../../schema/index.ts';
import { invalid } from '../../errors.ts';
import { bodyRoute } from '../../route.ts';
import { type ValuedLine, valueLines } from '../../value/value-lines.ts';
import { toPrice } from '../../wire/price.ts';
import { bestExample } from '../../wire/tape/best.ts';
import { maxPieces, maxValued, ValueRequest, WireValue } from '../../wire/tape/value.ts';

const sumOf = (lines: readonly ValuedLine[], total: 'total' | 'totalAfterFees') => {
  const known = lines.flatMap((line) => line[total] ?? []);
  return { sum: toPrice(known.reduce((sum, one) => sum + one, 0)) ?? 0, count: known.length };
};

const { payout: _, ...side } = { ...bestExample.bidAfterFees, flags: [] };

export const valueRoute = bodyRoute({
  path: '/tape/value',
  id: 'valueItems',
  summary: 'Value of a list of items',
  description:
    'Values up to 1,000 items with counts, per line and in total: at the highest buy order (bid), at the lowest ask (ask), or as far as existing buy orders, filled in turn, can absorb them now (sellable), on all marketplaces or some. Figures after fees consider only marketplaces whose fee for that side is known. Only marketplaces that pay out money count, unless `payout` says otherwise. What an item with variants sells for is not known until one is given. Doubts are listed in `flags`; old and flagged prices are included in the totals. A name that no marketplace knows is returned with the most similar known name.',
  body: ValueRequest,
  bodyExample: {
    game: 'CS2',
    side: 'bid',
    currency: 'USD',
    items: [{ name: 'AK-47 | Redline (Field-Tested)', count: 3 }, { name: 'AK-47 | Redlin (Field-Tested)' }],
  },
  bodyBytes: 512 * 1024,
  wanted: `give a JSON body such as {"game": "CS2", "items": [{"name": "AK-47 | Redline (Field-Tested)", "count": 2}]} with 1 to ${maxValued} items, counts from 1 to ${maxPieces}, and optionally "side" (bid, ask, sellable), "marketplaces", "payout" and "currency"`,
  answer: WireValue,
  example: {
    game: 'CS2',
    currency: 'USD',
    side: 'bid',
    total: 83.7,
    totalAfterFees: 79.98,
    valuedCount: 1,
    valuedAfterFeesCount: 1,
    unknownCount: 1,
    lines: [
      {
        name: 'AK-47 | Redline (Field-Tested)',
        itemPhase: null,
        unusualEffect: null,
        count: 3,
        isKnown: true,
        nearest: null,
        needsVariant: false,
        best: side,
        bestAfterFees: side,
        soldCount: 3,
        total: 83.7,
        soldAfterFeesCount: 3,
        totalAfterFees: 79.98,
      },
      {
        name: 'AK-47 | Redlin (Field-Tested)',
        itemPhase: null,
        unusualEffect: null,
        count: 1,
        isKnown: false,
        nearest: 'AK-47 | Redline (Field-Tested)',
        needsVariant: false,
        best: null,
        bestAfterFees: null,
        soldCount: 0,
        total: null,
        soldAfterFeesCount: 0,
        totalAfterFees: null,
      },
    ],
  },
  async read({ game: gameText, items, side = 'bid', marketplaces = [], payout = 'money', currency = 'USD' }, context) {
    const { lookups, itemRequested } = context;
    const game = lookups.game(gameText);
    const asked = lookups.marketplaceList(marketplaces.join(','))?.map(({ id }) => id) ?? null;
    const counts = (id: number) => pays(whatOneGets(context.terms.get(id), game), payout);
    const among = asked ?? context.availability.map(({ marketplaceId }) => marketplaceId);
    const marketplaceIds = payout === 'any' ? asked : among.filter(counts);
    const pieces = items.map(({ name, phase, effect, count = 1 }) => {
      if (name.trim() === '') throw invalid('a name is blank; give the exact name of the item');
      // A blank text means none, as does an absent one
      const variant = lookups.variant({ phase: phase || null, effect: effect || null });
      return { name: lookups.item(game, name.trim()), variant, count };
    });
    const lines = await valueLines(context, { game, currency, side, marketplaceIds }, pieces);
    for (const { line } of lines) if (line.isKnown) itemRequested(game, line.name, null);
    const total = sumOf(lines, 'total');
    const after = sumOf(lines, 'totalAfterFees');
    return {
      game,
      currency,
      side,
      total: total.sum,
      totalAfterFees: after.sum,
      valuedCount: total.count,
      valuedAfterFeesCount: after.count,
      unknownCount: lines.filter(({ line }) => !line.isKnown).length,
      lines: lines.map(({ line }) => line),
    };
  },
});
