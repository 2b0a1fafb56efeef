import type { OfferMessage } from '@itemtape/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Bound } from '../parts/bound.tsx';
import { GameChoice } from '../parts/game-choice.tsx';
import { Head } from '../parts/head.tsx';
import { MarketplaceChoice } from '../parts/marketplace-choice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useRate } from '../rate.ts';
import { addressOf, go } from '../router.ts';
import { TakeAway } from '../table/take-away.tsx';
import { tapeOf } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { Below } from './tape/below.tsx';
import { boundsIn } from './tape/bounds.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { floatBounds, hasWords } from './tape/meant.ts';
import { createRows, tapeColumns } from './tape/rows.ts';
import { type Wishes, wishesOf } from './tape/wishes.ts';
import type { ViewProps } from './view.ts';

const nothing: TapeState = {
  connection: 'waiting',
  perSecond: 0,
  total: 0,
  buffered: 0,
  failure: null,
  hasGap: false,
};

/** Why nothing new is shown: somebody pressed a button, or reads; null shows all that comes. */
type Held = 'paused' | 'read' | null;

/** Fills the body of a table while it stands there; null bounds show nothing. */
function useTicker(apiKey: string, wishes: Wishes, bounds: ReturnType<typeof boundsIn>, held: Held) {
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<() => OfferMessage[]>(() => []);
  const [state, setState] = useState(nothing);
  const holding = useRef(held);
  holding.current = held;
  const { game, marketplace, words, isFloorOnly } = wishes;
  const floats = floatBounds(wishes);

  useEffect(() => {
    if (body.current === null || bounds === null) return;
    const rows = createRows(body.current);
    const isMeant = hasWords(words);
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
      // Whoever points at nothing yet waits for something to read
      isPaused: () => holding.current === 'paused' || (holding.current === 'read' && rows.shown().length > 0),
      isMeant: ({ data }) => isMeant(data.name),
      show: rows.show,
      tell: setState,
    });
    return () => {
      stop();
      rows.clear();
    };
  }, [apiKey, game, marketplace, words, JSON.stringify([bounds, floats]), currency.value, isFloorOnly]);
  return { body, state, shown };
}

export function TapeView({ apiKey }: ViewProps) {
  const wishes = wishesOf();
  const marketplaces = namesIn(useMarketplaces(apiKey), wishes.game);
  const [isPaused, setPaused] = useState(false);
  return (
    <>
      <h1 class="unseen">Tape</h1>
      <Choices wishes={wishes} marketplaces={marketplaces}>
        {wishes.below === '' && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </button>
        )}
      </Choices>
      {wishes.below === '' ? (
        <Ticker apiKey={apiKey} wishes={wishes} isPaused={isPaused} />
      ) : (
        <Below apiKey={apiKey} wishes={wishes} />
      )}
    </>
  );
}

type TickerProps = { readonly apiKey: string; readonly wishes: Wishes; readonly isPaused: boolean };

/** Everything as it comes; it stands still while somebody points at it or reads further down. */
function Ticker({ apiKey, wishes, isPaused }: TickerProps) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const chosen = currency.value;
  const bounds = boundsIn(wishes.min, wishes.max, useRate(apiKey));
  const held = isPaused ? 'paused' : isPointed || isScrolled ? 'read' : null;
  const { body, state, shown } = useTicker(apiKey, wishes, bounds, held);
  const goOn = () => {
    setPointed(false);
    body.current?.closest('.ticker')?.scrollTo({ top: 0 });
  };
  return (
    <>
      <div class="tape-head">
        <p role="status" class="quiet" id="tape-state">
          {bounds === null
            ? `Prices from and up to cannot be told while no rate of ${chosen} is known; choose USD`
            : said(state, held)}
        </p>
        <span class="tools">
          {held === 'read' && isScrolled && state.buffered > 0 && (
            <button type="button" class="tool" onClick={goOn}>
              Show {wholeText(state.buffered)} new
            </button>
          )}
          <TakeAway name="Tape" columns={tapeColumns(chosen)} rows={() => shown.current()} />
        </span>
      </div>
      <div
        class="panel"
        onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
        onScrollCapture={({ target }) => setScrolled(target instanceof Element && target.scrollTop > 0)}
      >
        <Scrolling label="Offers as they appear and change" kind="ticker">
          <table class="tape">
            <thead>
              <tr>
                <Head kind="time">Time</Head>
                <Head kind="event">Event</Head>
                <Head kind="amount number">Price</Head>
                <Head>Item</Head>
                <Head kind="wear number">Float</Head>
                <Head kind="where">Marketplace</Head>
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
  readonly wishes: Wishes;
  readonly marketplaces: readonly string[] | undefined;
  readonly children: ComponentChildren;
};

/** What is shown, as fields that change the address. */
function Choices({ wishes, marketplaces, children }: ChoicesProps) {
  const { isFloorOnly, ...texts } = wishes;
  const { game, marketplace, words, min, max, fmin, fmax, below } = wishes;
  const shown = currency.value;
  const sign = signOf(shown);
  const look = (change: Readonly<Record<string, string>>) =>
    go(addressOf('/tape', { ...texts, floor: isFloorOnly ? '1' : '', ...change }), 'replace');
  return (
    <form class="filters panel" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameChoice game={game} choose={(one) => look({ game: one })} />
        <MarketplaceChoice
          words="Marketplace"
          all="All marketplaces"
          chosen={marketplace}
          marketplaces={marketplaces}
          choose={(one) => look({ marketplace: one })}
        />
        <TextField words="Words of the name" value={words} choose={(one) => look({ words: one })} />
        <Bound words={`From, in ${shown}`} hint={`From ${sign}`} value={min} choose={(one) => look({ min: one })} />
        <Bound words={`Up to, in ${shown}`} hint={`Up to ${sign}`} value={max} choose={(one) => look({ max: one })} />
        <Bound words="Float from" most={1} value={fmin} choose={(one) => look({ fmin: one })} />
        <Bound words="Float up to" most={1} value={fmax} choose={(one) => look({ fmax: one })} />
        <Bound
          words="Percent below every other marketplace"
          hint="% below"
          most={100}
          value={below}
          choose={(one) => look({ below: one })}
        />
        {below === '' && (
          <label class="tick">
            <input
              type="checkbox"
              checked={isFloorOnly}
              onChange={(event) => look({ floor: event.currentTarget.checked ? '1' : '' })}
            />{' '}
            New lows only
          </label>
        )}
        {children}
      </div>
    </form>
  );
}

function said(state: TapeState, held: Held): string {
  const { connection, perSecond, total, buffered, failure, hasGap } = state;
  if (failure !== null) return failure;
  const connected = connection === 'live' ? 'Live' : 'Connection lost, trying again';
  const waiting = `${wholeText(buffered)} waiting`;
  const begin =
    held === 'paused'
      ? `Paused · ${waiting}`
      : held === 'read' && total > 0
        ? `${connected} · held while you read, ${waiting}`
        : connected;
  const gap = hasGap ? ' · some messages came while nobody could listen and are no longer kept' : '';
  return `${begin} · ${wholeText(perSecond)} per second · ${wholeText(total)} so far${gap}`;
}
