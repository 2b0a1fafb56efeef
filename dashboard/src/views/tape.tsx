import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { gameOf } from '../games.ts';
import { GameChoice } from '../parts/game-choice.tsx';
import { Head } from '../parts/head.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { useRate } from '../rate.ts';
import { addressOf, go, query } from '../router.ts';
import { tapeOf } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { useQuery } from '../use-query.ts';
import { boundsIn } from './tape/bounds.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { createRows } from './tape/rows.ts';
import type { ViewProps } from './view.ts';

const whole = new Intl.NumberFormat('en');

const nothing: TapeState = { connection: 'waiting', perSecond: 0, total: 0, failure: null, hasGap: false };

/** What the address asks to be shown. */
function wishesOf() {
  const given = query.value;
  return {
    game: gameOf(given.get('game')),
    marketplace: given.get('marketplace') ?? '',
    min: given.get('min') ?? '',
    max: given.get('max') ?? '',
    isFloorOnly: given.get('floor') === '1',
  };
}

type Wishes = ReturnType<typeof wishesOf>;

/** Fills the body of a table while it stands there; null bounds show nothing. */
function useTicker(apiKey: string, wishes: Wishes, bounds: ReturnType<typeof boundsIn>, isPaused: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [state, setState] = useState(nothing);
  const pausing = useRef(false);
  pausing.current = isPaused;
  const { game, marketplace, isFloorOnly } = wishes;

  useEffect(() => {
    if (body.current === null || bounds === null) return;
    const rows = createRows(body.current);
    const stop = followTape({
      tape: tapeOf(apiKey),
      subscription: {
        ...(game !== null && { games: game }),
        ...(marketplace !== '' && { marketplaces: marketplace }),
        ...bounds,
        ...(isFloorOnly && { newFloorOnly: true }),
        events: ['Added', 'Updated', 'Removed'],
        conflate: true,
      },
      isPaused: () => pausing.current,
      show: rows.show,
      tell: setState,
    });
    return () => {
      stop();
      rows.clear();
    };
  }, [apiKey, game, marketplace, JSON.stringify(bounds), currency.value, isFloorOnly]);
  return { body, state };
}

export function TapeView({ apiKey }: ViewProps) {
  const [isPaused, setPaused] = useState(false);
  const wishes = wishesOf();
  const chosen = currency.value;
  const bounds = boundsIn(wishes.min, wishes.max, useRate(apiKey));
  const known = useQuery('marketplaces', (signal) => tapeOf(apiKey).marketplaces({ signal }));
  const { body, state } = useTicker(apiKey, wishes, bounds, isPaused);

  return (
    <>
      <h1 class="unseen">Tape</h1>
      <Choices wishes={wishes} marketplaces={known.answer?.map(({ marketplace }) => marketplace)}>
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
      </Choices>
      <p role="status" class="quiet" id="tape-state">
        {bounds === null
          ? `Prices from and up to cannot be told while no rate of ${chosen} is known; choose USD`
          : said(state, isPaused)}
      </p>
      <div class="panel">
        <Scrolling label="Offers as they appear and change" kind="ticker">
          <table class="tape">
            <thead>
              <tr>
                <Head kind="time">Time</Head>
                <Head kind="event">Event</Head>
                <Head kind="amount number">Price</Head>
                <Head>Item</Head>
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
  const { game, marketplace, min, max, isFloorOnly } = wishes;
  const look = (change: Readonly<Record<string, string>>) =>
    go(addressOf('/tape', { game, marketplace, min, max, floor: isFloorOnly ? '1' : '', ...change }), 'replace');
  return (
    <form class="fields" onSubmit={(event) => event.preventDefault()}>
      <GameChoice game={game} choose={(one) => look({ game: one })} />
      <label>
        <span class="unseen">Marketplace</span>
        <select value={marketplace} onChange={(event) => look({ marketplace: event.currentTarget.value })}>
          <option value="">All marketplaces</option>
          {marketplaces?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <PriceBound words="From" value={min} choose={(one) => look({ min: one })} />
      <PriceBound words="Up to" value={max} choose={(one) => look({ max: one })} />
      <label class="tick">
        <input
          type="checkbox"
          checked={isFloorOnly}
          onChange={(event) => look({ floor: event.currentTarget.checked ? '1' : '' })}
        />{' '}
        New lows only
      </label>
      {children}
    </form>
  );
}

type PriceBoundProps = {
  readonly words: string;
  readonly value: string;
  readonly choose: (value: string) => void;
};

function PriceBound({ words, value, choose }: PriceBoundProps) {
  const chosen = currency.value;
  return (
    <label>
      <span class="unseen">
        {words}, in {chosen}
      </span>
      <input
        type="number"
        class="price-bound"
        min={0}
        step="any"
        placeholder={`${words} ${signOf(chosen)}`}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </label>
  );
}

function said({ connection, perSecond, total, failure, hasGap }: TapeState, isPaused: boolean): string {
  if (failure !== null) return failure;
  const connected = connection === 'live' ? 'Live' : 'Connection lost, trying again';
  const gap = hasGap ? ' · some messages came while nobody could listen and are no longer kept' : '';
  return `${isPaused ? 'Paused' : connected} · ${whole.format(perSecond)} per second · ${whole.format(total)} so far${gap}`;
}
