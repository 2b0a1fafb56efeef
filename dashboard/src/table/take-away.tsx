import { useEffect, useState } from 'preact/hooks';
import { translate } from '../text/translate.ts';
import type { Column } from './column.ts';
import { csvOf, pasteOf } from './csv.ts';
import { copy, save } from './give.ts';

type Props<Row> = {
  /** Name of the file without extension. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** All loaded rows, however many are shown; a function when they change often. */
  readonly rows: readonly Row[] | (() => readonly Row[]);
};

const shownMs = 2_000;

/** A button that copies and confirms it briefly. */
export function Copy({ text, words, label }: { text: () => string; words: string; label?: string }) {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const press = async () => setNotice((await copy(text())) ? translate('Copied') : translate('Not allowed'));
  return (
    <button type="button" class="tool" aria-label={notice === null ? label : undefined} onClick={() => void press()}>
      {notice ?? words}
    </button>
  );
}

/** Buttons to copy or save the contents of a table. */
export function TakeAway<Row>({ name, columns, rows }: Props<Row>) {
  const all = () => (typeof rows === 'function' ? rows() : rows);
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return (
    <span class="take-away">
      <Copy text={() => pasteOf(columns, all())} words={translate('Copy')} label={translate('Copy {name}', { name })} />
      <button
        type="button"
        class="tool"
        aria-label={translate('CSV of {name}', { name })}
        onClick={() => save(`${file}.csv`, csvOf(columns, all()))}
      >
        CSV
      </button>
    </span>
  );
}
