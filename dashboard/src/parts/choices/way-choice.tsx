import { translate } from '../../text/translate.ts';
import { Chips } from '../chips.tsx';

type Props = { readonly chosen: string; readonly choose: (way: string) => void };

/** How an item is sold; the choice of any way is an empty text. */
export const WayChoice = ({ chosen, choose }: Props) => (
  <Chips
    legend={translate('How to sell')}
    options={[
      { value: 'any', text: translate('Sell any way') },
      { value: 'bid', text: translate('To a buy order') },
      { value: 'list', text: translate('By listing') },
    ]}
    chosen={chosen}
    choose={(way) => choose(way === 'any' ? '' : way)}
  />
);
