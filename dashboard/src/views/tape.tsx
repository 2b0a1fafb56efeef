import type { OfferMessage } from '@itemtape/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Bound } from '../parts/bound.tsx';
import { GameChoice } from '../parts/choices/game-choice.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { Head } from '../parts/head.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useRate } from '../rate.ts';
import { alter } from '../router.ts';
import { TakeAway } from '../table/take-away.tsx';
import { tapeOf } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { translate } from '../text/translate.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { Below } from './tape/below.tsx';
import { boundsIn } from './tape/bounds.ts';
import { type Filters, filtersOf } from './tape/filters.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { floatBounds, hasWords } from './tape/meant.ts';
import { createRows, tapeColumns } from './tape/rows.ts';
import type { ViewProps } from './view.ts';

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

/** Fills the table body while it is mounted; null bounds show nothing. */
function useTicker(apiKey: string, filters: Filters, bounds: ReturnType<typeof boundsIn>, held: HoldReason) {
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<() => OfferMessage[]>(() => []);
  const [state, setState] = useState(nothing);
  const holding = useRef(held);
  holding.current = held;
  const { game, marketplace, words, isFloorOnly } = filters;
  const floats = floatBounds(filters);

  useEffect(() => {
    if (body.current === null || bounds === null) return;
    const rows = createRows(body.current);
    const isWanted = hasWords(words);
    shown.current = rows.shown;
    const stop = followTape({
      tape: tapeOf(apiKey),
      subscription: {
        ...(game !== null && { games: game }),
        ...(marketplace !== '' && { marketplaces: marketplace }),
        ...bounds,
        ...floats,
        ...(isFloorOnly && { newFloorOnly: true }),
        events: ['Added', 'Updated', 'Removed'],
        conflate: true,
      },
      // With nothing to read yet, pointing at the table does not pause it
      isPaused: () => holding.current === 'paused' || (holding.current === 'read' && rows.shown().length > 0),
      isWanted: ({ data }) => isWanted(data.name),
      show: rows.show,
      setState,
    });
    return () => {
      stop();
      rows.clear();
    };
  }, [apiKey, game, marketplace, words, JSON.stringify([bounds, floats]), currency.value, isFloorOnly]);
  return { body, state, shown };
}

export function TapeView({ apiKey }: ViewProps) {
  const filters = filtersOf();
  const marketplaces = namesIn(useMarketplaces(apiKey), filters.game);
  const [isPaused, setPaused] = useState(false);
  return (
    <>
      <h1 class="unseen">{translate('Tape')}</h1>
      <Choices filters={filters} marketplaces={marketplaces}>
        {filters.below === '' && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? translate('Continue') : translate('Pause')}
          </button>
        )}
      </Choices>
      {filters.below === '' ? (
        <Ticker apiKey={apiKey} filters={filters} isPaused={isPaused} />
      ) : (
        <Below apiKey={apiKey} filters={filters} />
      )}
    </>
  );
}

type TickerProps = { readonly apiKey: string; readonly filters: Filters; readonly isPaused: boolean };

/** The live tape; it pauses while the visitor points at it or has scrolled down. */
function Ticker({ apiKey, filters, isPaused }: TickerProps) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const chosen = currency.value;
  const bounds = boundsIn(filters.min, filters.max, useRate(apiKey));
  const held = isPaused ? 'paused' : isPointed || isScrolled ? 'read' : null;
  const { body, state, shown } = useTicker(apiKey, filters, bounds, held);
  const resume = () => {
    setPointed(false);
    body.current?.closest('.ticker')?.scrollTo({ top: 0 });
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
          {held === 'read' && isScrolled && state.buffered > 0 && (
            <button type="button" class="tool" onClick={resume}>
              {translate('Show {count} new', { count: wholeText(state.buffered) })}
            </button>
          )}
          <TakeAway name={translate('Tape')} columns={tapeColumns(chosen)} rows={() => shown.current()} />
        </span>
      </div>
      <div
        class="panel"
        onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
        onScrollCapture={({ target }) => setScrolled(target instanceof Element && target.scrollTop > 0)}
      >
        <Scrolling label={translate('Offers as they appear and change')} kind="ticker">
          <table class="tape">
            <thead>
              <tr>
                <Head kind="time">{translate('Time')}</Head>
                <Head kind="event">{translate('Event')}</Head>
                <Head kind="amount number">{translate('Price')}</Head>
                <Head>{translate('Item')}</Head>
                <Head kind="wear number">{translate('Float')}</Head>
                <Head kind="where">{translate('Marketplace')}</Head>
              </tr>
            </thead>
            <tbody ref={body} />
          </table>
        </Scrolling>
      </div>
    </>
  );
}

type ChoicesProps = {
  readonly filters: Filters;
  readonly marketplaces: readonly string[] | undefined;
  readonly children: ComponentChildren;
};

/** The filters; each field changes the URL. */
function Choices({ filters, marketplaces, children }: ChoicesProps) {
  const { game, marketplace, words, min, max, fmin, fmax, below, isFloorOnly } = filters;
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <form class="filters panel" aria-label={translate('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameChoice game={game} choose={(one) => alter({ game: one })} />
        <MarketplaceChoice
          words={translate('Marketplace')}
          all={translate('All marketplaces')}
          chosen={marketplace}
          marketplaces={marketplaces}
          choose={(one) => alter({ marketplace: one })}
        />
        <TextField words={translate('Words in the name')} value={words} choose={(one) => alter({ words: one })} />
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
        {children}
      </div>
    </form>
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
