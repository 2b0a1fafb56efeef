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
import { say } from '../text/say.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { Below } from './tape/below.tsx';
import { boundsIn } from './tape/bounds.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { floatBounds, hasWords } from './tape/meant.ts';
import { createRows, tapeColumns } from './tape/rows.ts';
import { type Wishes, wishesOf } from './tape/wishes.ts';
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
type Held = 'paused' | 'read' | null;

/** Fills the table body while it is mounted; null bounds show nothing. */
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
      // With nothing to read yet, pointing at the table does not pause it
      isPaused: () => holding.current === 'paused' || (holding.current === 'read' && rows.shown().length > 0),
      isMeant: ({ data }) => isMeant(data.name),
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
  const wishes = wishesOf();
  const marketplaces = namesIn(useMarketplaces(apiKey), wishes.game);
  const [isPaused, setPaused] = useState(false);
  return (
    <>
      <h1 class="unseen">{say('Tape')}</h1>
      <Choices wishes={wishes} marketplaces={marketplaces}>
        {wishes.below === '' && (
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? say('Continue') : say('Pause')}
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

/** The live tape; it pauses while the visitor points at it or has scrolled down. */
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
            ? say('Price limits need an exchange rate for {currency}, and none is known right now; choose USD', {
                currency: chosen,
              })
            : said(state, held)}
        </p>
        <span class="tools">
          {held === 'read' && isScrolled && state.buffered > 0 && (
            <button type="button" class="tool" onClick={goOn}>
              {say('Show {count} new', { count: wholeText(state.buffered) })}
            </button>
          )}
          <TakeAway name={say('Tape')} columns={tapeColumns(chosen)} rows={() => shown.current()} />
        </span>
      </div>
      <div
        class="panel"
        onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
        onScrollCapture={({ target }) => setScrolled(target instanceof Element && target.scrollTop > 0)}
      >
        <Scrolling label={say('Offers as they appear and change')} kind="ticker">
          <table class="tape">
            <thead>
              <tr>
                <Head kind="time">{say('Time')}</Head>
                <Head kind="event">{say('Event')}</Head>
                <Head kind="amount number">{say('Price')}</Head>
                <Head>{say('Item')}</Head>
                <Head kind="wear number">{say('Float')}</Head>
                <Head kind="where">{say('Marketplace')}</Head>
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

/** The filters; each field changes the URL. */
function Choices({ wishes, marketplaces, children }: ChoicesProps) {
  const { game, marketplace, words, min, max, fmin, fmax, below, isFloorOnly } = wishes;
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <form class="filters panel" aria-label={say('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameChoice game={game} choose={(one) => alter({ game: one })} />
        <MarketplaceChoice
          words={say('Marketplace')}
          all={say('All marketplaces')}
          chosen={marketplace}
          marketplaces={marketplaces}
          choose={(one) => alter({ marketplace: one })}
        />
        <TextField words={say('Words in the name')} value={words} choose={(one) => alter({ words: one })} />
        <Bound
          words={say('From, in {currency}', { currency: shown })}
          hint={say('From {sign}', { sign })}
          value={min}
          choose={(one) => alter({ min: one })}
        />
        <Bound
          words={say('Up to, in {currency}', { currency: shown })}
          hint={say('Up to {sign}', { sign })}
          value={max}
          choose={(one) => alter({ max: one })}
        />
        <Bound words={say('Float from')} most={1} value={fmin} choose={(one) => alter({ fmin: one })} />
        <Bound words={say('Float up to')} most={1} value={fmax} choose={(one) => alter({ fmax: one })} />
        <Bound
          words={say('Percent below every other marketplace')}
          hint={say('% below')}
          most={100}
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
            {say('New lows only')}
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
  const connected = {
    connecting: say('connecting…'),
    live: say('Live'),
    waiting: state.refusal ?? say('Connection lost, trying again'),
  }[connection];
  const waiting = say('{count} waiting', { count: wholeText(buffered) });
  const begin =
    held === 'paused'
      ? `${say('Paused')} · ${waiting}`
      : held === 'read' && total > 0
        ? `${connected} · ${say('paused while you read')}, ${waiting}`
        : connected;
  const gap = hasGap
    ? ` · ${say('some messages were sent while the connection was down, and are no longer kept')}`
    : '';
  const speed = say('{count} per second', { count: wholeText(perSecond) });
  return `${begin} · ${speed} · ${say('{count} so far', { count: wholeText(total) })}${gap}`;
}
