import type { Game } from '../../games.ts';
import { MarketLink } from '../../parts/outer-link.tsx';
import { serviceTape } from '../../tape.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import type { RatioRow } from '../ratio/ratio.ts';
import { ratioText } from '../ratio/words.ts';
import { Figure } from './figure.tsx';

type Props = { readonly game: Game; readonly name: string; readonly phase: string | null };

const everySeconds = 60;

/** What the item itself carries between money and Steam balance; nothing where it does not. */
export function ItemRatios({ game, name, phase }: Props) {
  const { answer } = useQuery(
    `ratio ${game} ${name}`,
    (signal) => serviceTape().ratio({ game, name, limit: 1 }, { signal }),
    { everySeconds },
  );
  // Another variant may be the best of an item
  const rowOf = (rows: readonly RatioRow[]) => rows.find(({ itemPhase }) => itemPhase === phase) ?? null;
  const [into, back] = [rowOf(answer?.into.rows ?? []), rowOf(answer?.back.rows ?? [])];
  if (into === null && back === null) return null;
  return (
    <dl class="figures item-ratios">
      <Carried name={translate('Into Steam balance')} row={into} />
      <Carried name={translate('Back to money')} row={back} />
    </dl>
  );
}

function Carried({ name, row }: { readonly name: string; readonly row: RatioRow | null }) {
  if (row === null) return null;
  const { buy, sell, ratio } = row;
  const detail = (
    <>
      <MarketLink marketplace={buy.marketplace} link={buy.link} /> →{' '}
      <MarketLink marketplace={sell.marketplace} link={sell.link} /> ·{' '}
      {sell.way === 'bid' ? translate('buy order') : translate('listed')}
    </>
  );
  return (
    <Figure name={name} detail={detail}>
      {buy.flags.includes('feeUnknown') && '≤ '}
      {ratioText(ratio)}
    </Figure>
  );
}
