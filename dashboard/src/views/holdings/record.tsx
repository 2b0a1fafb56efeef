import { useState } from 'preact/hooks';
import { type Game, gameOf, games } from '../../games.ts';
import { useOneAtATime } from '../../one-at-a-time.ts';
import { lastGame } from '../../stored/game.ts';
import { serviceTape } from '../../tape.ts';
import { translate, translateCount } from '../../text/translate.ts';

export type Act = (work: () => Promise<unknown>) => Promise<void>;

const example =
  'kind,game,name,quantity,price,currency,fee,date,marketplace\nbuy,CS2,Fracture Case,100,0.31,USD,,2026-01-31,';

/** What was recorded, in a sentence. */
export const recordedText = ({ addedCount }: { readonly addedCount: number }): string =>
  translateCount(addedCount, '{count} transaction recorded.', '{count} transactions recorded.');

/** Records transactions from a file or from what is pasted. */
export function RecordForm({ act }: { readonly act: Act }) {
  const [text, setText] = useState('');
  const [game, setGame] = useState<Game>(lastGame.value ?? 'CS2');
  const oneAtATime = useOneAtATime();
  const record = async () => {
    const added = await serviceTape().holdings.record(text, { game });
    setText('');
    return recordedText(added);
  };
  return (
    <form
      class="panel rule-form"
      aria-labelledby="record"
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(() => act(record));
      }}
    >
      <h2 id="record">{translate('Record transactions')}</h2>
      <label class="named">
        <span>{translate('CSV with a line of heads, or a name on each line, such as “3x Fracture Case”')}</span>
        <textarea
          rows={4}
          required
          spellcheck={false}
          placeholder={example}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="fields">
        <label class="named">
          <span>{translate('CSV file')}</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)}
          />
        </label>
        <GameField game={game} choose={setGame} />
        <button type="submit" class="primary beside-field">
          {translate('Record')}
        </button>
      </div>
    </form>
  );
}

type GameFieldProps = { readonly game: Game; readonly choose: (game: Game) => void };

export const GameField = ({ game, choose }: GameFieldProps) => (
  <label class="named">
    <span>{translate('Game')}</span>
    <select value={game} onChange={(event) => choose(gameOf(event.currentTarget.value) ?? game)}>
      {games.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  </label>
);
