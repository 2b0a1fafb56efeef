import { type Game, games } from '../../games.ts';
import { translate } from '../../text/translate.ts';

type Props = {
  readonly game: Game | null;
  /** The games to choose from. */
  readonly among?: readonly Game[];
  readonly choose: (game: string) => void;
};

/** One game, or all of them as an empty text; nothing where there is only one. */
export function GameChoice({ game, among = games, choose }: Props) {
  const offered = games.filter((one) => among.includes(one) || one === game);
  if (offered.length < 2) return null;
  return (
    <label>
      <span class="unseen">{translate('Game')}</span>
      <select value={game ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{translate('All games')}</option>
        {offered.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
