import { useState } from 'preact/hooks';
import type { Game } from '../../../games.ts';
import { serviceTape } from '../../../tape.ts';
import { translate } from '../../../text/translate.ts';
import { useQuery } from '../../../use-query.ts';

type Props = {
  readonly game: Game;
  /** Empty for none. */
  readonly chosen: string;
  readonly choose: (name: string) => void;
};

const minLetters = 3;

/** Finds another item of the game, whose line is drawn too. */
export function BesideField({ game, chosen, choose }: Props) {
  const [typed, setTyped] = useState(chosen);
  const isWanted = typed.length >= minLetters && typed !== chosen;
  const found = useQuery(
    isWanted ? typed : null,
    async (signal) => await serviceTape().findItems({ game, query: typed, limit: 8 }, { signal }),
    { delayMs: 200 },
  );
  const names = found.answer?.map(({ name }) => name) ?? [];
  const words = translate('Compare with an item');
  const type = (text: string) => {
    setTyped(text);
    if (text === '' || names.includes(text)) choose(text);
  };
  return (
    <form
      class="beside"
      onSubmit={(event) => {
        event.preventDefault();
        const name = names.includes(typed) ? typed : (names[0] ?? typed);
        setTyped(name);
        choose(name);
      }}
    >
      <label>
        <span class="unseen">{words}</span>
        <input
          type="search"
          list="beside-names"
          placeholder={words}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget: { value } }) => type(value)}
        />
      </label>
      <datalist id="beside-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
