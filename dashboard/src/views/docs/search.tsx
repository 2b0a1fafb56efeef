import { useState } from 'preact/hooks';
import { go } from '../../router.ts';
import { translate } from '../../text/translate.ts';
import { type DocsIndex, findIn, type SearchMatch } from './pages.ts';

const listId = 'docs-found';
const optionId = (at: number): string => `${listId}-${at}`;

/** Finds pages, parameters, fields and settings while one types. */
export function DocsSearch({ index }: { readonly index: DocsIndex }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = findIn(index, text);
  const isOpen = text.trim() !== '';
  const close = () => setText('');
  const follow = (to: SearchMatch | undefined) => {
    if (to === undefined) return;
    close();
    go(to.address);
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((at + 1) % Math.max(1, found.length)),
    ArrowUp: () => setAt((at - 1 + found.length) % Math.max(1, found.length)),
    Enter: () => follow(found[at]),
    Escape: close,
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <search class="docs-search">
      <input
        id="docs-query"
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && found.length > 0 ? optionId(at) : undefined}
        aria-label={translate('Search the documentation')}
        placeholder={translate('Search the documentation')}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onKeyDown={press}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <Results found={found} at={at} isOpen={isOpen} follow={follow} />
    </search>
  );
}

type ResultsProps = {
  readonly found: readonly SearchMatch[];
  readonly at: number;
  readonly isOpen: boolean;
  readonly follow: (to: SearchMatch) => void;
};

const Results = ({ found, at, isOpen, follow }: ResultsProps) => (
  <div class="docs-results panel" hidden={!isOpen}>
    <div id={listId} role="listbox" aria-label={translate('Search the documentation')}>
      {found.map((one, index) => (
        <div
          key={one.address}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => {
            event.preventDefault();
            follow(one);
          }}
        >
          <span>
            <code>{one.name}</code> <span class="quiet">{one.page}</span>
          </span>
          <span class="quiet words">{one.text.replaceAll('`', '')}</span>
        </div>
      ))}
    </div>
    {found.length === 0 && <p class="quiet">{translate('Nothing found.')}</p>}
  </div>
);
