import { foundItems } from '@itemtape/client';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Game, gameOf } from '../games.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { phaseIn } from '../phase-in.ts';
import { useRate } from '../rate.ts';
import { ofShownGames } from '../shown-games.ts';
import { serviceTape } from '../tape.ts';
import { currency, priceOfDollars } from '../text/currency.ts';
import { translate, translateCount } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { itemEntry, ownSections, type PaletteEntry, type Section, searchEntry } from './entries.ts';
import { isPaletteOpen } from './open.ts';

const maxItems = 8;
const typingMs = 90;

/** Items found by what is typed; null until the service has answered to it. */
function useItems(text: string): readonly PaletteEntry[] | null {
  const wanted = text.trim();
  const rate = useRate();
  const { answer, isEarlier } = useQuery(
    wanted === '' ? null : wanted,
    async (signal) => {
      const findIn = async (game: Game) =>
        await serviceTape().findItems({ game, query: wanted, limit: maxItems }, { signal });
      const rows = await ofShownGames(findIn);
      const exact = rows.filter(({ isNear }) => !isNear);
      return foundItems(exact.length > 0 ? exact : rows);
    },
    { delayMs: typingMs },
  );
  if (wanted === '') return [];
  if (answer === null || isEarlier) return null;
  return answer.slice(0, maxItems).flatMap((found) => {
    const game = gameOf(found.game);
    const price = priceOfDollars(found.priceUSD, currency.value, rate);
    const item = { game: game ?? 'CS2', name: found.name, phase: phaseIn(found, wanted) };
    return game === null ? [] : [itemEntry(item, `${game} · ${price}`)];
  });
}

/** The palette: one field for items, pages and actions, operated by the keyboard alone. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const items = useItems(text);
  const own = ownSections(text);
  const found: readonly Section[] =
    items === null || items.length === 0 ? [] : [{ title: translate('Items'), entries: [...items, searchEntry(text)] }];
  const sections = withoutRepeats([...found, ...own]);
  const entries = sections.flatMap((section) => section.entries);
  const at = Math.min(chosen, entries.length - 1);
  // Before the next key is typed
  useLayoutEffect(() => {
    // Modal dialogs that are closed give the focus back to where it was
    dialog.current?.showModal();
  }, []);
  const run = (one: PaletteEntry | undefined) => {
    if (one === undefined) return;
    dialog.current?.close();
    one.run();
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.isComposing) run(entries[at]);
    else if (by !== undefined && entries.length > 0) setChosen((at + by + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      id="palette"
      class="palette"
      aria-label={translate('Items, pages and actions')}
      onClose={() => {
        isPaletteOpen.value = false;
      }}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <Field
        text={text}
        at={entries[at] === undefined ? null : at}
        type={(next) => {
          setText(next);
          setChosen(0);
        }}
        press={step}
      />
      <List sections={sections} at={at} run={run} list={dialog} />
      <p class="unseen" role="status">
        {items === null ? translate('Looking…') : translateCount(entries.length, '{count} result', '{count} results')}
      </p>
      {entries.length === 0 && items !== null && <p class="quiet none">{translate('Nothing found.')}</p>}
    </dialog>
  );
}

type FieldProps = {
  readonly text: string;
  /** Index of the chosen entry; null if there is none. */
  readonly at: number | null;
  readonly type: (text: string) => void;
  readonly press: (event: KeyboardEvent) => void;
};

const Field = ({ text, at, type, press }: FieldProps) => (
  <input
    type="text"
    role="combobox"
    aria-expanded="true"
    aria-controls="palette-list"
    aria-autocomplete="list"
    aria-activedescendant={at === null ? undefined : `palette-${at}`}
    aria-label={translate('Items, pages and actions')}
    placeholder={translate('Find an item, a page or an action')}
    autocomplete="off"
    spellcheck={false}
    autofocus
    value={text}
    onInput={(event) => type(event.currentTarget.value)}
    onKeyDown={press}
  />
);

/** A recent item that was found, too, is shown once. */
function withoutRepeats(sections: readonly Section[]): Section[] {
  const seen = new Set<string>();
  return sections.flatMap(({ title, entries }) => {
    const fresh = entries.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh.length === 0 ? [] : [{ title, entries: fresh }];
  });
}

type ListProps = {
  readonly sections: readonly Section[];
  readonly at: number;
  readonly run: (entry: PaletteEntry) => void;
  readonly list: RefObject<HTMLElement | null>;
};

function List({ sections, at, run, list }: ListProps) {
  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  let index = -1;
  return (
    <div class="palette-list" id="palette-list" role="listbox" aria-label={translate('Items, pages and actions')}>
      {sections.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: the groups of a listbox
        <div key={title} role="group" aria-label={title}>
          <div class="palette-head" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => {
            index += 1;
            return <Option key={entry.id} entry={entry} id={`palette-${index}`} isChosen={index === at} run={run} />;
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly isChosen: boolean;
  readonly run: (entry: PaletteEntry) => void;
};

const Option = ({ entry, id, isChosen, run }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys
  // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen one
  <div id={id} role="option" aria-selected={isChosen} onClick={() => run(entry)}>
    {entry.item !== null && <Thumbnail game={entry.item.game} name={entry.item.name} isKnown />}
    <span class="grow">{entry.text}</span>
    {entry.detail !== '' && <span class="quiet">{entry.detail}</span>}
  </div>
);
