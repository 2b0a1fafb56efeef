import { type Game, games } from '../games.ts';
import { translate } from '../text/translate.ts';
import { Chips } from './chips.tsx';

type Props = { readonly game: Game; readonly choose: (game: Game) => void };

/** One game, where one must be chosen. */
export const GameTabs = ({ game, choose }: Props) => (
  <Chips
    legend={translate('Game')}
    options={games.map((one) => ({ value: one, text: one }))}
    chosen={game}
    choose={choose}
  />
);
