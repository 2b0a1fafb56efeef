import { useEffect, useRef, useState } from 'preact/hooks';
import { currency, signOf } from '../currency.ts';
import { gameOf } from '../games.ts';
import { GameChoice } from '../parts/game-choice.tsx';
import { Head } from '../parts/head.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { useRate } from '../rate.ts';
import { addressOf, go, query } from '../router.ts';
import { tapeOf } from '../tape.ts';
import { useQuery } from '../use-query.ts';
import { boundsIn } from './tape/bounds.ts';
import { followTape, type TapeState } from './tape/follow.ts';
import { createRows } from './tape/rows.ts';
import type { ViewProps } from './view.ts';

const whole = new Intl.NumberFormat('en');

const nothing: TapeState = { connection: 'waiting', perSecond: 0, total: 0, failure: null, hasGap: false };

export function TapeView({ apiKey }: ViewProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [state, setState] = useState(nothing);
  const [isPaused, setPaused] = useState(false);
  const pausing = useRef(false);
  pausing.current = isPaused;
  const game = gameOf(query.value.get('game'));
  const marketplace = query.value.get('marketplace') ?? '';
  const least = query.value.get('min') ?? '';
  const most = query.value.get('max') ?? '';
  const chosen = currency.value;
  const sign = signOf(chosen);
  const bounds = boundsIn(least, most, useRate(apiKey));
  const isFloorOnly = query.value.get('floor') === '1';
  const known = useQuery('marketplaces', (signal) => tapeOf(apiKey).marketplaces({ signal }));
  const look = (change: Readonly<Record<string, string>>) =>
    go(
      addressOf('/tape', { game, marketplace, min: least, max: most, floor: isFloorOnly ? '1' : '', ...change }),
      'replace',
    );

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
  }, [apiKey, game, marketplace, JSON.stringify(bounds), chosen, isFloorOnly]);

  return (
    <>
      <h1 class="unseen">Tape</h1>
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        <GameChoice game={game} choose={(one) => look({ game: one })} />
        <label>
          <span class="unseen">Marketplace</span>
          <select value={marketplace} onChange={(event) => look({ marketplace: event.currentTarget.value })}>
            <option value="">All marketplaces</option>
            {known.answer?.map((one) => (
              <option key={one.marketplace}>{one.marketplace}</option>
            ))}
          </select>
        </label>
        <label>
          <span class="unseen">From, in {chosen}</span>
          <input
            type="number"
            class="price-bound"
            min={0}
            step="any"
            placeholder={`From ${sign}`}
            value={least}
            onChange={(event) => look({ min: event.currentTarget.value })}
          />
        </label>
        <label>
          <span class="unseen">Up to, in {chosen}</span>
          <input
            type="number"
            class="price-bound"
            min={0}
            step="any"
            placeholder={`Up to ${sign}`}
            value={most}
            onChange={(event) => look({ max: event.currentTarget.value })}
          />
        </label>
        <label class="tick">
          <input
            type="checkbox"
            checked={isFloorOnly}
            onChange={(event) => look({ floor: event.currentTarget.checked ? '1' : '' })}
          />{' '}
          New lows only
        </label>
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
      </form>
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

function said({ connection, perSecond, total, failure, hasGap }: TapeState, isPaused: boolean): string {
  if (failure !== null) return failure;
  const connected = connection === 'live' ? 'Live' : 'Connection lost, trying again';
  const gap = hasGap ? ' · some messages came while nobody could listen and are no longer kept' : '';
  return `${isPaused ? 'Paused' : connected} · ${whole.format(perSecond)} per second · ${whole.format(total)} so far${gap}`;
}
