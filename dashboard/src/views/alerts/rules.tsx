import type { AlertAttempt, AlertRule } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import type { Column } from '../../table/column.ts';
import { timeColumn } from '../../table/time-column.tsx';
import { wholeText } from '../../text/number.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import { targets } from './draft.ts';
import { stateOf, waitsFor } from './words.ts';

export type Acts = {
  readonly test: (rule: AlertRule) => void;
  readonly pause: (rule: AlertRule) => void;
  readonly remove: (rule: AlertRule) => void;
  readonly log: (rule: AlertRule) => void;
};

const outcomes = {
  delivered: translate('delivered'),
  failed: translate('failed, tried again'),
  givenUp: translate('given up'),
} as const;

const howOften = ({ repeats, coolDownSeconds }: AlertRule): string =>
  !repeats
    ? translate('once')
    : coolDownSeconds === 0
      ? translate('every time')
      : translate('at most once every {count} s', { count: wholeText(coolDownSeconds) });

const targetText = (kind: string): string => targets.find((one) => one.kind === kind)?.text ?? kind;

const positionOf = ({ target: { kind, host } }: AlertRule): string =>
  host === '' ? targetText(kind) : `${targetText(kind)} · ${host}`;

const stateColumns: readonly Column<AlertRule>[] = [
  {
    id: 'state',
    head: translate('State'),
    label: translate('State'),
    value: stateOf,
    cell: (rule) => (
      <>
        <span class={`rule-state ${stateOf(rule).split(' ')[0]}`}>{translateKnown('rule', stateOf(rule))}</span>
        {rule.problem !== null && <span class="detail">{rule.problem}</span>}
      </>
    ),
  },
  {
    id: 'waiting',
    head: translate('Waiting'),
    label: translate('Waiting'),
    kind: 'number',
    hint: translate('Alerts waiting to be sent'),
    value: ({ pending }) => pending,
    cell: ({ pending }) => wholeText(pending),
  },
  {
    id: 'last',
    head: translate('Last'),
    label: translate('Last'),
    isTime: true,
    value: ({ lastAttempt }) => lastAttempt?.at ?? null,
    cell: ({ lastAttempt }) =>
      lastAttempt === null ? <span class="quiet">{translate('nothing yet')}</span> : <Last {...lastAttempt} />,
  },
];

export const ruleColumns = (acts: Acts, isOperator: boolean): readonly Column<AlertRule>[] => [
  {
    id: 'name',
    head: translate('Rule'),
    kind: 'lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: (rule) => (
      <>
        {rule.name}
        <span class="detail quiet">{waitsFor(rule)}</span>
      </>
    ),
  },
  {
    id: 'target',
    head: translate('Sends to'),
    label: translate('Sends to'),
    value: positionOf,
    cell: (rule) => (
      <>
        {positionOf(rule)}
        <span class="detail quiet">{howOften(rule)}</span>
      </>
    ),
  },
  ...(isOperator
    ? [
        {
          id: 'key',
          head: translate('Key'),
          label: translate('Key'),
          value: byKey,
          cell: (rule: AlertRule) => <code>{byKey(rule)}</code>,
        },
      ]
    : []),
  ...stateColumns,
  {
    id: 'acts',
    head: translate('Actions'),
    isHeadUnseen: true,
    kind: 'buttons',
    cell: (rule) => <Buttons rule={rule} acts={acts} />,
  },
];

const byKey = ({ keyId }: AlertRule): string => keyId;

function Last({ at, outcome, error }: AlertAttempt) {
  return (
    <>
      {outcomes[outcome]} <Age at={at} />
      {error !== null && <span class="detail quiet">{error}</span>}
    </>
  );
}

function Buttons({ rule, acts }: { readonly rule: AlertRule; readonly acts: Acts }) {
  const buttons = [
    { words: translate('Test'), act: acts.test },
    ...(rule.doneAt === null
      ? [{ words: rule.pausedAt === null ? translate('Pause') : translate('Resume'), act: acts.pause }]
      : []),
    { words: translate('Log'), act: acts.log },
    { words: translate('Delete'), act: acts.remove },
  ];
  return (
    <span class="tools">
      {buttons.map(({ words, act }) => (
        <button key={words} type="button" class="tool" aria-label={`${words} ${rule.name}`} onClick={() => act(rule)}>
          {words}
        </button>
      ))}
    </span>
  );
}

export const attemptColumns: readonly Column<AlertAttempt>[] = [
  timeColumn('ended', translate('Ended'), ({ at }) => at),
  {
    id: 'item',
    head: translate('About'),
    kind: 'lead',
    isRowHead: true,
    value: ({ item }) => item,
    cell: ({ item, error }) => (
      <>
        {item}
        {error !== null && <span class="detail quiet">{error}</span>}
      </>
    ),
  },
  {
    id: 'outcome',
    head: translate('Outcome'),
    value: ({ outcome }) => outcome,
    cell: ({ outcome }) => <span class={`rule-state ${outcome}`}>{outcomes[outcome]}</span>,
  },
  {
    id: 'status',
    head: translate('Status'),
    label: translate('Status'),
    kind: 'number',
    value: ({ status }) => status,
    cell: ({ status }) => status,
  },
  {
    id: 'attempt',
    head: translate('Attempt'),
    label: translate('Attempt'),
    kind: 'number',
    value: ({ attempt }) => attempt,
    cell: ({ attempt }) => attempt,
  },
  {
    id: 'milliseconds',
    head: translate('Took'),
    label: translate('Took'),
    kind: 'number',
    value: ({ milliseconds }) => milliseconds,
    cell: ({ milliseconds }) => translate('{count} ms', { count: wholeText(milliseconds) }),
  },
  { id: 'error', head: 'Error', value: ({ error }) => error },
];
