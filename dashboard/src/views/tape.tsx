import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FilterBar } from '../filters/filter-bar.tsx';
import type { Game } from '../games.ts';
import { Bound } from '../parts/bound.tsx';
import { GameChoice } from '../parts/choices/game-choice.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useRate } from '../rate.ts';
import { alter } from '../router.ts';
import { gamesRead } from '../shown-games.ts';
import { DataTable } from '../table/data-table.tsx';
import { useHolding } from '../table/hold/use-holding.ts';
import { unsorted } from '../table/order.tsx';
import { TakeAway } from '../table/take-away.tsx';
import { serviceTape } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { translate } from '../text/translate.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { activeFilters } from './tape/active.ts';
import { Below } from './tape/below.tsx';
import { boundsIn } from './tape/bounds.ts';
import { itemOf, kindOf, tapeColumns } from './tape/columns.tsx';
import { type Filters, filtersOf } from './tape/filters.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { floatBounds, hasWords } from './tape/meant.ts';
import { createRetained, type TapeRow } from './tape/retained.ts';

const nothing: TapeState = {
  connection: 'connecting',
  refusal: null,
  perSecond: 0,
  total: 0,
  buffered: 0,
  failure: null,
  hasGap: false,
};

/** Why updates are paused: by the button or by reading; null when they are not. */
type HoldReason = 'paused' | 'read' | null;

// Nobody reads rows that pass faster
const drawnEveryMs = 200;

/** The last messages while it is mounted; null bounds show nothing. */
function useTicker(filters: Filters, bounds: ReturnType<typeof boundsIn>, held: HoldReason) {
  const [rows, setRows] = useState<readonly TapeRow[]>([]);
  const [state, setState] = useState(nothing);
  const holding = useRef(held);
  holding.current = held;
  const { game, marketplace, words, isFloorOnly, hasRemoved } = filters;
  const floats = floatBounds(filters);

  useEffect(() => {
    if (bounds === null) return;
    const retained = createRetained();
    const isWanted = hasWords(words);
    let isShown = false;
    let drawnAt = 0;
    const isHeld = () => holding.current === 'paused' || (holding.current === 'read' && isShown);
    const stop = followTape({
      tape: serviceTape(),
      subscription: {
        ...(game !== null && { games: game }),
        ...(marketplace !== '' && { marketplaces: marketplace }),
        ...bounds,
        ...floats,
        ...(isFloorOnly && { newFloorOnly: true }),
        events: hasRemoved ? ['Added', 'Updated', 'Removed'] : ['Added', 'Updated'],
        conflate: true,
      },
      // With nothing to read yet, pointing at the table does not pause it
      isPaused: () => isHeld() || performance.now() - drawnAt < drawnEveryMs,
      isWanted: ({ data }) => isWanted(data.name),
      show: (messages) => {
        retained.add(messages);
        isShown = true;
        drawnAt = performance.now();
        setRows(retained.shown());
      },
      setState: (next) => setState(isHeld() ? next : { ...next, buffered: 0 }),
    });
    return () => {
      stop();
      setRows([]);
    };
  }, [game, marketplace, words, JSON.stringify([bounds, floats]), isFloorOnly, hasRemoved]);
  return { rows, state };
}

export function TapeView() {
  const filters = filtersOf();
  const known = useMarketplaces();
  const [isPaused, setPaused] = useState(false);
  return (
    <>
      <h1 class="unseen">{translate('Tape')}</h1>
      <Choices filters={filters} games={gamesRead(known)} marketplaces={namesIn(known, filters.game)}>
        {filters.below === '' && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? translate('Continue') : translate('Pause')}
          </button>
        )}
      </Choices>
      {filters.below === '' ? <Ticker filters={filters} isPaused={isPaused} /> : <Below filters={filters} />}
    </>
  );
}

type TickerProps = { readonly filters: Filters; readonly isPaused: boolean };

/** The live tape; it pauses while the visitor points at it or has scrolled down. */
function Ticker({ filters, isPaused }: TickerProps) {
  const { isHeld, region, release } = useHolding();
  const [isScrolled, setScrolled] = useState(false);
  const chosen = currency.value;
  const columns = useMemo(() => tapeColumns(chosen), [chosen]);
  const bounds = boundsIn(filters.min, filters.max, useRate());
  const held = isPaused ? 'paused' : isHeld || isScrolled ? 'read' : null;
  const { rows, state } = useTicker(filters, bounds, held);
  const resume = () => {
    release();
    document.querySelector('.ticker')?.scrollTo({ top: 0 });
  };
  return (
    <>
      <div class="tape-head">
        <p role="status" class="quiet" id="tape-state">
          {bounds === null
            ? translate('Price limits need an exchange rate for {currency}, and none is known right now; choose USD', {
                currency: chosen,
              })
            : noticeOf(state, held)}
        </p>
        <span class="tools">
          {held === 'read' && state.buffered > 0 && (
            <button type="button" class="tool" onClick={resume}>
              {translate('Show {count} new', { count: wholeText(state.buffered) })}
            </button>
          )}
          <TakeAway name={translate('Tape')} columns={columns} rows={rows} />
        </span>
      </div>
      <div class="panel" {...region}>
        <Scrolling
          label={translate('Offers as they appear and change')}
          kind="ticker"
          onScroll={(top) => setScrolled(top > 0)}
        >
          <DataTable
            label={translate('Tape')}
            kind="tape"
            columns={columns}
            rows={rows}
            keyOf={({ number }) => String(number)}
            rowKind={kindOf}
            itemOf={itemOf}
            order={unsorted}
          />
        </Scrolling>
      </div>
    </>
  );
}

type ChoicesProps = {
  readonly filters: Filters;
  readonly games: readonly Game[];
  readonly marketplaces: readonly string[] | undefined;
  readonly children: ComponentChildren;
};

/** The filters; each field changes the URL. */
function Choices({ filters, games, marketplaces, children }: ChoicesProps) {
  const { game, marketplace, words, below, hasRemoved } = filters;
  return (
    <FilterBar
      active={activeFilters(filters)}
      first={
        <>
          <GameChoice game={game} among={games} choose={(one) => alter({ game: one })} />
          <MarketplaceChoice
            words={translate('Marketplace')}
            all={translate('All marketplaces')}
            chosen={marketplace}
            marketplaces={marketplaces}
            choose={(one) => alter({ marketplace: one })}
          />
          <TextField words={translate('Words in the name')} value={words} choose={(one) => alter({ words: one })} />
          {below === '' && (
            <span class="chips">
              <button type="button" aria-pressed={hasRemoved} onClick={() => alter({ removed: hasRemoved ? '' : '1' })}>
                {translate('Removed too')}
              </button>
            </span>
          )}
          {children}
        </>
      }
    >
      <Bounds filters={filters} />
    </FilterBar>
  );
}

function Bounds({ filters: { min, max, fmin, fmax, below, isFloorOnly } }: { readonly filters: Filters }) {
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <>
      <Bound
        words={translate('From, in {currency}', { currency: shown })}
        hint={translate('From {sign}', { sign })}
        value={min}
        choose={(one) => alter({ min: one })}
      />
      <Bound
        words={translate('Up to, in {currency}', { currency: shown })}
        hint={translate('Up to {sign}', { sign })}
        value={max}
        choose={(one) => alter({ max: one })}
      />
      <Bound words={translate('Float from')} max={1} value={fmin} choose={(one) => alter({ fmin: one })} />
      <Bound words={translate('Float up to')} max={1} value={fmax} choose={(one) => alter({ fmax: one })} />
      <Bound
        words={translate('Percent below every other marketplace')}
        hint={translate('% below')}
        max={100}
        value={below}
        choose={(one) => alter({ below: one })}
      />
      {below === '' && (
        <label class="tick">
          <input
            type="checkbox"
            checked={isFloorOnly}
            onChange={(event) => alter({ floor: event.currentTarget.checked ? '1' : '' })}
          />{' '}
          {translate('New lows only')}
        </label>
      )}
    </>
  );
}

function noticeOf(state: TapeState, held: HoldReason): string {
  const { connection, perSecond, total, buffered, failure, hasGap } = state;
  if (failure !== null) return failure;
  const connected = {
    connecting: translate('connecting…'),
    live: translate('Live'),
    waiting: state.refusal ?? translate('Connection lost, trying again'),
  }[connection];
  const waiting = translate('{count} waiting', { count: wholeText(buffered) });
  const begin =
    held === 'paused'
      ? `${translate('Paused')} · ${waiting}`
      : held === 'read' && total > 0
        ? `${connected} · ${translate('paused while you read')}, ${waiting}`
        : connected;
  const gap = hasGap
    ? ` · ${translate('some messages were sent while the connection was down, and are no longer kept')}`
    : '';
  const speed = translate('{count} per second', { count: wholeText(perSecond) });
  return `${begin} · ${speed} · ${translate('{count} so far', { count: wholeText(total) })}${gap}`;
}
