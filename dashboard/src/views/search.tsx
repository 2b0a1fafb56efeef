import { useRef } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import { priceText } from '../currency.ts';
import { gameOf, games } from '../games.ts';
import { GameChoice } from '../parts/game-choice.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { addressOf, go, query } from '../router.ts';
import { tapeOf } from '../tape.ts';
import { type Found, foundIn } from './found.ts';
import type { ViewProps } from './view.ts';

const rowsPerGame = 400;
// Between two letters of somebody who types fast
const typingMs = 90;

export function SearchView({ apiKey }: ViewProps) {
  const list = useRef<HTMLOListElement>(null);
  const text = query.value.get('q') ?? '';
  const game = gameOf(query.value.get('game'));
  const wanted = text.trim();
  const { answer, failure, isUnderWay } = useAsked(
    wanted === '' ? null : `${game} ${wanted}`,
    async (signal) => {
      const tape = tapeOf(apiKey);
      const asked = (game === null ? games : [game]).map((one) =>
        tape.search({ game: one, query: wanted, limit: rowsPerGame }, { signal }),
      );
      return foundIn((await Promise.all(asked)).flat());
    },
    { delayMs: typingMs },
  );
  const look = (change: { readonly q?: string; readonly game?: string }) =>
    go(addressOf('/', { q: text, game, ...change }), 'replace');

  /** The arrows go through what was found, from the field on. */
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
    if (next >= links.length) return;
    event.preventDefault();
    if (next < 0) document.getElementById('query')?.focus();
    else links[next]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut beside the tab key
    <div class="stack" onKeyDown={step}>
      <h1 class="unseen">Search</h1>
      <search class="fields">
        <label class="grow" for="query">
          <span class="unseen">Name of an item</span>
          <input
            id="query"
            type="search"
            placeholder="Name of an item, such as redline field"
            autocomplete="off"
            spellcheck={false}
            autofocus
            value={text}
            onInput={(event) => look({ q: event.currentTarget.value })}
          />
        </label>
        <GameChoice game={game} choose={(one) => look({ game: one })} />
      </search>
      <p class="quiet" role="status">
        {said(wanted, answer, failure, isUnderWay)}
      </p>
      <ol class="found panel" ref={list}>
        {answer?.map((found) => (
          <FoundItem key={`${found.game} ${found.name}`} {...found} />
        ))}
      </ol>
    </div>
  );
}

function said(wanted: string, answer: readonly Found[] | null, failure: string | null, isUnderWay: boolean): string {
  if (failure !== null) return failure;
  if (wanted === '') return 'Every word must occur in the name; the order is free.';
  if (answer === null) return isUnderWay ? 'Looking…' : '';
  if (answer.length === 0) return `No marketplace that is read knows “${wanted}”.`;
  return `${answer.length} ${answer.length === 1 ? 'item' : 'items'}`;
}

function FoundItem({ game, name, hasThumbnail, lowestUSD, marketplace, marketplaceCount, offerCount }: Found) {
  return (
    <li>
      <a href={addressOf('/item', { game, name })}>
        <Thumbnail game={game} name={name} isKnown={hasThumbnail} />
        <span class="grow">
          <span class="name">{name}</span>
          <span class="quiet">
            {game} · {marketplaceCount} {marketplaceCount === 1 ? 'marketplace' : 'marketplaces'} · {offerCount}{' '}
            {offerCount === 1 ? 'offer' : 'offers'}
          </span>
        </span>
        <span class="number">
          <span class="name">{priceText(lowestUSD, 'USD')}</span>
          <span class="quiet">{marketplace}</span>
        </span>
      </a>
    </li>
  );
}
