import { type Game, games } from '../../games.ts';
import { translate } from '../../text/translate.ts';

type Props = { readonly game: Game | null; readonly choose: (game: string) => void };

/** One game, or all of them as an empty text. */
export function GameChoice({ game, choose }: Props) {
  return (
    <label>
      <span class="unseen">{translate('Game')}</span>
      <select value={game ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{translate('All games')}</option>
        {games.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
