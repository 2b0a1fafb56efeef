import { Age } from '../../parts/age.tsx';
import { Translated } from '../../parts/translated.tsx';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { stateText } from '../../text/state.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import { type Group, lengthText, type Source } from './facts.ts';

type GroupProps = { readonly group: Group; readonly isOpen: boolean; readonly turn: () => void };

/** The summary row of a marketplace; its sources are listed below when it is expanded. */
export function GroupRow({ group, isOpen, turn }: GroupProps) {
  const { slug, marketplace, counts, sources, doubt, missing, detail } = group;
  return (
    <tr class={isOpen ? 'group' : undefined} data-marketplace={slug}>
      <th scope="row">
        <button type="button" class="fold" aria-expanded={isOpen} onClick={turn}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {marketplace}
        </button>
      </th>
      <td data-label={translate('sources')}>{sources.length}</td>
      <td>
        {counts.map(([state, count]) => (
          <span key={state} class={`state ${state}`}>
            {count} {stateText(state)}
          </span>
        ))}
      </td>
      <td class="number" data-label={translate('read')}>
        <Age at={group.readAt} none={translate('not yet')} />
      </td>
      <td class="number" data-label={translate('rows')}>
        {wholeText(group.rows)}
      </td>
      <td class="number" data-label={translate('rejected')}>
        {wholeText(group.rejected)}
      </td>
      <td class="words">
        {doubt !== null && <div>{doubt}</div>}
        {isOpen ? null : <Words missing={missing} detail={detail} />}
      </td>
    </tr>
  );
}

/** The row of one source. */
export function SourceRow({ source, isOperator }: { readonly source: Source; readonly isOperator: boolean }) {
  const { state, detail, missingCredential } = source;
  return (
    <tr data-state={state}>
      <th scope="row" class="inner">
        {source.source} <span class="quiet">{source.game}</span>
      </th>
      <td class="quiet">{source.kind}</td>
      <td>
        <span class={`state ${state}`}>{stateText(state)}</span>
        {isOperator && state !== 'live' && <code class="quiet"> {state}</code>}
      </td>
      <td class="number" data-label={translate('read')}>
        <Age at={source.lastReadAt} none={translate('not yet')} />
      </td>
      <td class="number" data-label={translate('rows')}>
        {wholeText(source.rows)}
      </td>
      <td class="number" data-label={translate('rejected')}>
        {wholeText(source.rejected)}
      </td>
      <td class="words">
        <span class="quiet">{figuresOf(source, isOperator).join(' · ')}</span>
        <Words missing={missingCredential === null ? [] : [missingCredential]} detail={detail} />
      </td>
    </tr>
  );
}

function Words({ missing, detail }: { readonly missing: readonly string[]; readonly detail: string | null }) {
  return (
    <>
      {missing.map((name) => (
        <div key={name}>
          <Translated phrase="needs {name}" parts={{ name: <code>{name}</code> }} />
        </div>
      ))}
      {detail !== null && <div>{detail}</div>}
    </>
  );
}

/** Readings take a while, so only sources later than this are marked. */
const lateFrom = 60;

const evidenceOf = ({ evidence, seen }: Source): string =>
  seen == null
    ? translateKnown('evidence', evidence)
    : translate('{evidence}, seen {date}', { evidence: translateKnown('evidence', evidence), date: seen.on });

function figuresOf(source: Source, isOperator: boolean): string[] {
  const { everySeconds, lateSeconds, age, coverage, budget } = source;
  const figures = [
    ...(isOperator ? [evidenceOf(source)] : []),
    translate('every {length}', { length: lengthText(everySeconds) }),
  ];
  if (lateSeconds >= lateFrom) figures.push(translate('overdue by {length}', { length: lengthText(lateSeconds) }));
  if (age != null)
    figures.push(
      translate('age {half} / {most} (median / 95%)', {
        half: lengthText(age.p50Seconds),
        most: lengthText(age.p95Seconds),
      }),
    );
  if (coverage != null && coverage.share !== null) {
    const { share, knownCount } = coverage;
    figures.push(
      translate('items covered: {share} of {count}', { share: percent(share), count: wholeText(knownCount) }),
    );
  }
  if (budget != null) {
    const { used, requests, perSeconds, name } = budget;
    const length = lengthText(perSeconds);
    figures.push(
      translate('budget {name}: requests {used} of {requests} per {length}', { name, used, requests, length }),
    );
  }
  return figures;
}
