import type { Game } from '../../games.ts';
import { MarksExplained } from '../../parts/marks.tsx';
import { addressOf } from '../../router.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { currency } from '../../text/currency.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { dealKey, rowItemOf, shortColumns } from '../deals/columns.tsx';
import { filtersOf, requestOf, scopeText } from '../deals/filters.ts';
import { flagsIn, sayingOf, Unknown } from '../deals/unknown.tsx';

const shown = 8;

/** The first few of the deals that the Deals page shows without filters, with a link to all of them. */
export function BestDeals({ game }: { readonly game: Game }) {
  const filters = filtersOf(new URLSearchParams({ game }));
  const request = requestOf(filters, currency.value, shown);
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(request),
    (signal) => serviceTape().deals(request, { signal }),
    { everySeconds: 10 },
  );
  const deals = answer?.deals ?? null;
  const unknown = answer?.unknown ?? null;
  const saying = sayingOf(deals ?? [], unknown);
  return (
    <TablePanel
      id="best-deals"
      title={translate('Best deals')}
      about={<span title={scopeText(filters)}>{scopeText(filters)}</span>}
      tools={
        <a class="tool" href={addressOf('/deals', { game })}>
          {translate('all deals')}
        </a>
      }
      file={`${translate('Best deals')} ${game}`}
      kind="short"
      columns={shortColumns(game, answer?.currency ?? currency.value, saying)}
      rows={deals}
      keyOf={dealKey}
      itemOf={(deal) => rowItemOf(deal, game, answer?.currency)}
      failure={failure}
      isEarlier={isEarlier}
      none={translate('None right now.')}
      below={
        <>
          <Unknown unknown={unknown} />
          <MarksExplained flags={flagsIn(deals ?? [], saying)} />
        </>
      }
    />
  );
}
