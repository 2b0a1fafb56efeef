import { useEffect, useState } from 'preact/hooks';
import { say } from '../text/say.ts';
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

const saidMs = 2_000;

/** A button that copies and confirms it briefly. */
export function Copy({ text, words, label }: { text: () => string; words: string; label?: string }) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  const press = async () => setSaid((await copy(text())) ? say('Copied') : say('Not allowed'));
  return (
    <button type="button" class="tool" aria-label={said === null ? label : undefined} onClick={() => void press()}>
      {said ?? words}
    </button>
  );
}

/** Buttons to copy or save the contents of a table. */
export function TakeAway<Row>({ name, columns, rows }: Props<Row>) {
  const all = () => (typeof rows === 'function' ? rows() : rows);
  const file = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return (
    <span class="take-away">
      <Copy text={() => pasteOf(columns, all())} words={say('Copy')} label={say('Copy {name}', { name })} />
      <button
        type="button"
        class="tool"
        aria-label={say('CSV of {name}', { name })}
        onClick={() => save(`${file}.csv`, csvOf(columns, all()))}
      >
        CSV
      </button>
    </span>
  );
}
