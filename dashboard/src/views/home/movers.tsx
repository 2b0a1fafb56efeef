import type { Mover } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { Translated } from '../../parts/translated.tsx';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { type Currency, currency, priceText } from '../../text/currency.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';

const shown = 8;

const columnsIn = (game: Game, inCurrency: Currency): Column<Mover>[] => [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: ({ name, marketplace, seenAt, usualAsk }) => (
      <ItemCell item={{ game, name, phase: null }}>
        {marketplace} · <Translated phrase="seen {age} ago" parts={{ age: <Age at={seenAt} /> }} />
        {usualAsk !== null && ` · ${translate('usually {price}', { price: priceText(usualAsk, inCurrency) })}`}
      </ItemCell>
    ),
  },
  { id: 'marketplace', head: 'Marketplace', value: ({ marketplace }) => marketplace },
  {
    id: `former ask ${inCurrency}`,
    head: translate('Was'),
    kind: 'number',
    isWideOnly: true,
    value: ({ formerAsk }) => formerAsk,
    cell: ({ formerAsk }) => priceText(formerAsk, inCurrency),
  },
  {
    id: `ask ${inCurrency}`,
    head: translate('Is'),
    kind: 'number price',
    isLive: true,
    value: ({ ask }) => ask,
    cell: ({ ask }) => priceText(ask, inCurrency),
  },
  {
    id: 'change percent',
    head: translate('Change'),
    hint: translate('Change of the lowest ask across all marketplaces'),
    kind: 'number change',
    isDownFirst: true,
    value: ({ changePercent }) => changePercent,
    cell: ({ changePercent }) => (
      <span class={changePercent < 0 ? 'fell' : 'rose'}>{changeText(changePercent / 100)}</span>
    ),
  },
  { id: `usual ask ${inCurrency}`, head: 'Usually', value: ({ usualAsk }) => usualAsk },
];

const titles = { down: translate('Falling'), up: translate('Rising') } as const;

type Props = { readonly game: Game; readonly direction: 'down' | 'up' };

/** Items whose lowest ask has changed most in the last hour. */
export function Movers({ game, direction }: Props) {
  const inCurrency = currency.value;
  const request = { game, currency: inCurrency, direction, limit: shown } as const;
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(request),
    (signal) => serviceTape().movers(request, { signal }),
    { everySeconds: 30 },
  );
  const title = titles[direction];
  return (
    <TablePanel
      id={`movers-${direction}`}
      title={title}
      about={
        <>
          {translate('lowest asks where selling pays out money')}{' '}
          {answer === null || answer.since === null ? (
            translate('in the last hour')
          ) : (
            <Translated phrase="vs. {age} ago" parts={{ age: <Age at={answer.since} /> }} />
          )}
        </>
      }
      file={`${title} ${game}`}
      kind="short"
      columns={columnsIn(game, answer?.currency ?? inCurrency)}
      rows={answer?.movers ?? null}
      keyOf={({ name }) => name}
      itemOf={({ name, ask }) => ({
        ...{ game, name, phase: null },
        priceUSD: answer?.currency === 'USD' ? ask : null,
      })}
      failure={failure}
      isEarlier={isEarlier}
      none={answer?.since === null ? translate('No earlier prices are known yet.') : translate('None right now.')}
    />
  );
}
