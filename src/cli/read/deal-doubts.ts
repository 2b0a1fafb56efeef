import type { Deal, DealBuy, Deals } from '#client';

type Flag = DealBuy['flags'][number];

type Doubts = {
  /** Said once, above the table. */
  readonly lines: readonly string[];
  /** The flags of a row that are not said above. */
  readonly rest: (deal: Deal) => string;
};

const sides = ['buy', 'sell'] as const;
type Side = (typeof sides)[number];

type Common = { readonly side: Side; readonly flag: Flag; readonly where: string };

/** What there is to doubt about deals: what most of them share once, the rest row by row. */
export function doubtsOf({ deals, unknown }: Pick<Deals, 'deals' | 'unknown'>): Doubts {
  const common = sides.flatMap((side) => commonIn(deals, side));
  const restOf = (side: Side, { flags }: Pick<DealBuy, 'flags'>): string => {
    const rest = flags.filter((flag) => !common.some((one) => one.side === side && one.flag === flag));
    return rest.length === 0 ? '' : `${side}: ${rest.join(', ')}`;
  };
  // Named with what is not known
  const named = common.filter(({ flag }) => flag !== 'feeUnknown');
  return {
    lines: [
      ...unknownLine(unknown),
      ...(named.length === 0 ? [] : [named.map(({ side, flag, where }) => `${side}: ${flag} (${where})`).join('; ')]),
    ],
    rest: ({ buy, sell }) => [restOf('buy', buy), restOf('sell', sell)].filter((text) => text !== '').join('; '),
  };
}

/** Flags that more than half of the rows have on a side, and every row of the marketplaces that are named instead. */
function commonIn(deals: readonly Deal[], side: Side): Common[] {
  const flags = [...new Set(deals.flatMap((deal) => deal[side].flags))].sort();
  return flags.flatMap((flag) => {
    const flagged = deals.filter((deal) => deal[side].flags.includes(flag));
    const marketplaces = [...new Set(flagged.map((deal) => deal[side].marketplace))];
    const others = deals.filter((deal) => !flagged.includes(deal));
    const isOfMarketplaces = !others.some((deal) => marketplaces.includes(deal[side].marketplace));
    if (flagged.length * 2 <= deals.length || !isOfMarketplaces) return [];
    return [{ side, flag, where: others.length === 0 ? 'every row' : marketplaces.join(', ') }];
  });
}

const facts = [
  ['buyerFee', 'what buyers pay on top at'],
  ['payOut', 'what paying out costs at'],
] as const;

function unknownLine(unknown: Deals['unknown']): string[] {
  const parts = facts.flatMap(([fact, words]) => {
    const names = unknown.flatMap((one) => (one.fact === fact ? [one.marketplace] : []));
    return names.length === 0 ? [] : [`${words} ${names.join(', ')}`];
  });
  return parts.length === 0 ? [] : [`not known, so not deducted: ${parts.join('; ')}`];
}
