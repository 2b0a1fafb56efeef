import { Head } from '../parts/head.tsx';
import { Skeleton } from '../parts/look/skeleton.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { alter, query } from '../router.ts';
import { TakeAway } from '../table/take-away.tsx';
import { serviceTape } from '../tape.ts';
import { stateText } from '../text/state.ts';
import { translate } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { columnsFor } from './sources/columns.ts';
import { countsOf, type Group, groupsOf, type Source } from './sources/facts.ts';
import { Keeping } from './sources/keeping.tsx';
import { GroupRow, SourceRow } from './sources/rows.tsx';
import type { ViewProps } from './view.ts';

export function SourcesView({ isOperator }: ViewProps) {
  const { answer, failure } = useQuery<readonly Source[]>('sources', (signal) => serviceTape().sources({ signal }), {
    everySeconds: 5,
  });
  const state = query.value.get('state') ?? '';
  const text = query.value.get('q') ?? '';
  const open = query.value.get('open') ?? '';
  if (answer === null) return failure === null ? <Skeleton lines={8} /> : <p role="alert">{failure}</p>;
  const wanted = text.trim().toLowerCase();
  const sources = answer.filter(
    (source) =>
      (state === '' || source.state === state) &&
      `${source.marketplace} ${source.slug} ${source.source} ${source.game}`.toLowerCase().includes(wanted),
  );
  const groups = groupsOf(sources);
  return (
    <>
      <h1 class="unseen">{translate('Sources')}</h1>
      {failure !== null && <p role="alert">{failure}</p>}
      <Keeping />
      <div class="fields">
        <label for="source-text">
          <span class="unseen">{translate('Marketplace, source or game')}</span>
          <input
            id="source-text"
            type="search"
            placeholder={translate('Marketplace, source or game')}
            autocomplete="off"
            value={text}
            onInput={(event) => alter({ q: event.currentTarget.value })}
          />
        </label>
        <fieldset class="chips">
          <legend class="unseen">{translate('State')}</legend>
          <button type="button" aria-pressed={state === ''} onClick={() => alter({ state: '' })}>
            {translate('all {count}', { count: answer.length })}
          </button>
          {countsOf(answer).map(([one, count]) => (
            <button key={one} type="button" aria-pressed={state === one} onClick={() => alter({ state: one })}>
              {stateText(one)} {count}
            </button>
          ))}
        </fieldset>
        <TakeAway name={translate('Sources')} columns={columnsFor(isOperator)} rows={sources} />
      </div>
      <div class="panel">
        <Groups
          groups={groups}
          isOperator={isOperator}
          isOpen={({ slug }) => open === slug || groups.length === 1}
          turn={({ slug }) => alter({ open: open === slug ? '' : slug })}
        />
      </div>
    </>
  );
}

type GroupsProps = {
  readonly groups: readonly Group[];
  readonly isOperator: boolean;
  readonly isOpen: (group: Group) => boolean;
  readonly turn: (group: Group) => void;
};

function Groups({ groups, isOperator, isOpen, turn }: GroupsProps) {
  if (groups.length === 0) return <p class="empty">{translate('No sources match.')}</p>;
  return (
    <Scrolling label={translate('Marketplaces and their sources')}>
      <table class="sources">
        <thead>
          <tr>
            <Head>{translate('Marketplace')}</Head>
            <Head>{translate('Sources')}</Head>
            <Head>{translate('State')}</Head>
            <Head kind="number">{translate('Read')}</Head>
            <Head kind="number">{translate('Rows')}</Head>
            <Head kind="number">{translate('Rejected')}</Head>
            <Head>{translate('Details')}</Head>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.slug}>
            <GroupRow group={group} isOpen={isOpen(group)} turn={() => turn(group)} />
            {isOpen(group) &&
              group.sources.map((source) => (
                <SourceRow key={`${source.source} ${source.game}`} source={source} isOperator={isOperator} />
              ))}
          </tbody>
        ))}
      </table>
    </Scrolling>
  );
}
