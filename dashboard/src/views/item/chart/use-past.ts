import type { Candles, ItemHistory } from '@itemtape/client';
import { useMemo, useRef } from 'preact/hooks';
import type { Game } from '../../../games.ts';
import { keepsPast } from '../../../health.ts';
import { serviceTape } from '../../../tape.ts';
import { currency } from '../../../text/currency.ts';
import { type QueryState, useQuery } from '../../../use-query.ts';
import type { MarketplaceRow } from '../rows.ts';
import type { ChartOptions } from './options.ts';
import { type LivePrices, type Past, pastOf, withLive } from './past.ts';

type ItemRef = { readonly game: Game; readonly name: string; readonly phase: string | null };

export type PastState = {
  /** Null until it is known. */
  readonly past: Past | null;
  /** As answered, without what came since. */
  readonly answer: ItemHistory | null;
  readonly isEarlier: boolean;
  readonly failure: string | null;
};

const minute = 60;

/** A past that begins now, where none is stored. */
function nothingBefore(shown: Past['currency']): Past {
  const now = Math.floor(Date.now() / 1000 / minute) * minute;
  const none = { at: [], open: [], high: [], low: [], close: [], count: [] };
  return pastOf({
    ...{ name: '', game: 'CS2', itemPhase: null, unusualEffect: null, currency: shown, interval: '1m' },
    ...{ from: now, to: now + 1, best: none, lines: [], medians: [], sales: [] },
    sold: { at: [], count: [], volume: [] },
    days: { day: [], complete: [], partial: [], missing: [] },
  });
}

const sinceOf = (days: number | null) =>
  days === null ? {} : { from: new Date(days === 0 ? 0 : Date.now() - days * 86_400_000) };

/** The past of an item, asked for once for each choice; prices that come later are added to it. */
export function usePast(item: ItemRef, { days, interval }: ChartOptions, rows: readonly MarketplaceRow[], at: unknown) {
  const { game, name, phase } = item;
  const shown = currency.value;
  const asked: QueryState<ItemHistory> = useQuery(
    keepsPast.value === true ? ['history', days, interval, phase, shown].join() : null,
    (signal) =>
      serviceTape().history(
        {
          ...{ game, name, currency: shown },
          ...(phase !== null && { phase }),
          ...(interval !== null && { interval }),
          ...sinceOf(days),
        },
        { signal },
      ),
  );
  const answer = asked.isEarlier ? null : asked.answer;
  const base = useMemo(
    () => (answer !== null ? pastOf(answer) : keepsPast.value === false ? nothingBefore(shown) : null),
    [answer, keepsPast.value, shown],
  );
  const live = useMemo<LivePrices>(
    () => ({
      at: Math.floor(Date.now() / 1000),
      prices: new Map(rows.map(({ marketplace, price }) => [marketplace, price])),
    }),
    [at, shown, phase],
  );
  const folded = useRef<{ base: Past | null; past: Past | null; live: LivePrices | null }>({
    ...{ base: null, past: null, live: null },
  });
  const { current } = folded;
  if (current.base !== base) Object.assign(current, { base, past: base, live: null });
  if (current.past !== null && current.live !== live && live.prices.size > 0)
    Object.assign(current, { past: withLive(current.past, [live]), live });
  const state: PastState = { past: current.past, answer, isEarlier: asked.isEarlier, failure: asked.failure };
  return state;
}

/** Candles of bids or of one marketplace, and another item, each asked for once when it is chosen. */
export function useBeside(item: ItemRef, { chart, of, on, beside }: ChartOptions, past: Past | null) {
  const { game, name, phase } = item;
  const tape = serviceTape();
  const [from] = past?.times ?? [];
  const window = past === null || from === undefined ? null : { interval: past.interval, from: new Date(from * 1000) };
  const isApart = chart === 'candles' && (of === 'bid' || on !== '');
  const about = [past?.interval, from, past?.currency, phase].join();
  const bars: QueryState<Candles> = useQuery(
    window !== null && isApart && keepsPast.value === true ? ['candles', of, on, about].join() : null,
    (signal) =>
      tape.candles(
        {
          ...{ game, name, of, currency: past?.currency ?? 'USD', ...window },
          ...(on !== '' && { marketplace: on }),
          ...(phase !== null && { phase }),
        },
        { signal },
      ),
  );
  const other: QueryState<ItemHistory> = useQuery(
    window !== null && beside !== '' && keepsPast.value === true ? ['beside', beside, about].join() : null,
    (signal) => tape.history({ game, name: beside, currency: past?.currency ?? 'USD', ...window }, { signal }),
  );
  return { isApart, bars, other };
}
