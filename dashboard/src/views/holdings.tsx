import type { Holdings } from '@itemtape/client';
import { Chips } from '../parts/chips.tsx';
import { MarksExplained } from '../parts/marks.tsx';
import { alter, query } from '../router.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { serviceTape } from '../tape.ts';
import { currency, gainText, priceText } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { translate, translateCount } from '../text/translate.ts';
import { useAct } from '../use-act.ts';
import { useQuery } from '../use-query.ts';
import { HoldingsChart } from './holdings/chart.tsx';
import { holdingColumns, soldColumns, transactionColumns } from './holdings/columns.tsx';
import { InventoryForm } from './holdings/inventory.tsx';
import { type Act, RecordForm } from './holdings/record.tsx';

const everySeconds = 15;

/** What this key holds, what it brings now and what was gained. */
export function HoldingsView() {
  const { act, round, notice, trouble } = useAct();
  const way = query.value.get('way') === 'list' ? 'list' : 'bid';
  const shown = currency.value;
  const { holdings } = serviceTape();
  const about = `${round} ${shown}`;
  const held = useQuery(`holdings ${about} ${way}`, (signal) => holdings.list({ way, currency: shown }, { signal }), {
    everySeconds,
  });
  const history = useQuery(`history ${about} ${way}`, (signal) =>
    holdings.history({ way, currency: shown }, { signal }),
  );
  return (
    <>
      <h1 class="unseen">{translate('Holdings')}</h1>
      {notice !== null && <p role="status">{notice}</p>}
      {trouble !== null && <p role="alert">{trouble}</p>}
      <Figures answer={held.answer} failure={held.failure} isEarlier={held.isEarlier} />
      <HoldingsChart
        history={history.answer}
        failure={history.failure}
        isEarlier={history.isEarlier}
        isHeld={(held.answer?.quantity ?? 0) > 0}
        way={way}
      />
      <form class="filters panel" aria-label={translate('Filters')} onSubmit={(event) => event.preventDefault()}>
        <div class="fields">
          <Chips
            legend={translate('How to sell')}
            options={[
              { value: 'bid', text: translate('To a buy order') },
              { value: 'list', text: translate('By listing') },
            ]}
            chosen={way}
            choose={(chosen) => alter({ way: chosen === 'list' ? chosen : null })}
          />
        </div>
      </form>
      <TablePanel
        id="held"
        title={translate('Held')}
        about={translate('after fees, where a piece brings most')}
        kind="cards"
        columns={holdingColumns(shown)}
        rows={held.answer?.holdings ?? null}
        keyOf={({ game, name, itemPhase, unusualEffect }) => [game, name, itemPhase, unusualEffect].join('\n')}
        itemOf={({ game, name, itemPhase: phase }) => ({ game, name, phase, priceUSD: null })}
        failure={held.failure}
        isEarlier={held.isEarlier}
        none={translate('Nothing is held. Record what you bought, or take over an inventory below.')}
        below={<MarksExplained flags={held.answer?.holdings.flatMap(({ sale }) => sale?.flags ?? []) ?? []} />}
      />
      <RecordForm act={act} />
      <InventoryForm act={act} way={way} />
      <Past about={about} round={round} act={act} />
    </>
  );
}

type PastProps = { readonly about: string; readonly round: number; readonly act: Act };

/** What was sold, and all transactions. */
function Past({ about, round, act }: PastProps) {
  const shown = currency.value;
  const { holdings } = serviceTape();
  const sold = useQuery(`sold ${about}`, (signal) => holdings.sold({ currency: shown }, { signal }));
  const recorded = useQuery(`transactions ${round}`, (signal) => holdings.transactions({}, { signal }));
  const remove = (id: string) => void act(() => holdings.remove(id));
  const removeAll = () => {
    if (!confirm(translate('Delete all transactions? Save them as CSV first if you may need them.'))) return;
    void act(() => holdings.remove('all'));
  };
  return (
    <>
      <TablePanel
        isOwn
        id="sold"
        title={translate('Sold')}
        about={translate('first bought, first sold')}
        kind="cards"
        columns={soldColumns(shown)}
        rows={sold.answer?.sold ?? null}
        keyOf={({ sellId, buyId }) => `${sellId} ${buyId}`}
        failure={sold.failure}
        isEarlier={sold.isEarlier}
        none={translate('Nothing has been sold yet.')}
      />
      <TablePanel
        isOwn
        id="transactions"
        title={translate('Transactions')}
        kind="cards"
        columns={transactionColumns(remove)}
        rows={recorded.answer}
        keyOf={({ id }) => id}
        failure={recorded.failure}
        isEarlier={recorded.isEarlier}
        none={translate('No transaction has been recorded yet.')}
        tools={
          (recorded.answer?.length ?? 0) > 0 && (
            <button type="button" class="tool" onClick={removeAll}>
              {translate('Delete all')}
            </button>
          )
        }
      />
    </>
  );
}

type FiguresProps = {
  readonly answer: Holdings | null;
  readonly failure: string | null;
  readonly isEarlier: boolean;
};

/** The sums, each with how many pieces it is of. */
function Figures({ answer, failure, isEarlier }: FiguresProps) {
  if (answer === null) return <p class="panel">{failure ?? translate('Looking…')}</p>;
  const { currency: shown, quantity, soldQuantity } = answer;
  const figures = [
    {
      title: translate('Value'),
      text: priceText(answer.value, shown),
      of: answer.valueQuantity,
      all: quantity,
    },
    { title: translate('Cost'), text: priceText(answer.cost, shown), of: answer.costQuantity, all: quantity },
    {
      title: translate('Not realised'),
      text: gainText(answer.profit, shown),
      of: answer.profitQuantity,
      all: quantity,
    },
    {
      title: translate('Realised'),
      text: gainText(answer.realised, shown),
      of: answer.realisedQuantity,
      all: soldQuantity,
    },
  ];
  return (
    <div class="ratios holdings-figures">
      {figures.map(({ title, text, of, all }) => (
        <div key={title} class="panel ratio" aria-busy={isEarlier}>
          <h2>{title}</h2>
          <p class="large">{text}</p>
          <p class="quiet">
            {of === all
              ? translateCount(all, '{count} piece', '{count} pieces')
              : translate('known of {count} of {all} pieces', { count: wholeText(of), all: wholeText(all) })}
          </p>
        </div>
      ))}
    </div>
  );
}
