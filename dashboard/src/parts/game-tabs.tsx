import { type Game, games } from '../games.ts';
import { translate } from '../text/translate.ts';
import { Chips } from './chips.tsx';

type Props = {
  readonly game: Game;
  /** The games to choose from. */
  readonly among?: readonly Game[];
  readonly choose: (game: Game) => void;
};

/** One game, where one must be chosen and there are several. */
export function GameTabs({ game, among = games, choose }: Props) {
  // One that an address names can be seen, and left, even if it is not read
  const offered = games.filter((one) => among.includes(one) || one === game);
  if (offered.length < 2) return null;
  return (
    <Chips
      legend={translate('Game')}
      options={offered.map((one) => ({ value: one, text: one }))}
      chosen={game}
      choose={choose}
    />
  );
}
