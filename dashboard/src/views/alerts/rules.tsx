import type { AlertAttempt, AlertRule } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import type { Column } from '../../table/column.ts';
import { wholeText } from '../../text/number.ts';
import { say, sayKnown } from '../../text/say.ts';
import { stateOf, waitsFor } from './words.ts';

export type Acts = {
  readonly test: (rule: AlertRule) => void;
  readonly pause: (rule: AlertRule) => void;
  readonly remove: (rule: AlertRule) => void;
  readonly log: (rule: AlertRule) => void;
};

const outcomes = {
  delivered: say('delivered'),
  failed: say('failed, tried again'),
  givenUp: say('given up'),
} as const;

const howOften = ({ repeats, coolDownSeconds }: AlertRule): string =>
  !repeats
    ? say('once')
    : coolDownSeconds === 0
      ? say('every time')
      : say('at most once every {count} s', { count: wholeText(coolDownSeconds) });

const placeOf = ({ target: { kind, host } }: AlertRule): string => (host === '' ? kind : `${kind} · ${host}`);

const stateColumns: readonly Column<AlertRule>[] = [
  {
    id: 'state',
    head: say('State'),
    label: say('State'),
    value: stateOf,
    cell: (rule) => (
      <>
        <span class={`rule-state ${stateOf(rule).split(' ')[0]}`}>{sayKnown('rule', stateOf(rule))}</span>
        {rule.problem !== null && <span class="detail">{rule.problem}</span>}
      </>
    ),
  },
  {
    id: 'waiting',
    head: say('Waiting'),
    label: say('Waiting'),
    kind: 'number',
    hint: say('Alerts waiting to be sent'),
    value: ({ pending }) => pending,
    cell: ({ pending }) => wholeText(pending),
  },
  {
    id: 'last',
    head: say('Last'),
    label: say('Last'),
    isTime: true,
    value: ({ lastAttempt }) => lastAttempt?.at ?? null,
    cell: ({ lastAttempt }) =>
      lastAttempt === null ? <span class="quiet">{say('nothing yet')}</span> : <Last {...lastAttempt} />,
  },
];

export const ruleColumns = (acts: Acts, isOperator: boolean): readonly Column<AlertRule>[] => [
  {
    id: 'name',
    head: say('Rule'),
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
    head: say('Sends to'),
    label: say('Sends to'),
    value: placeOf,
    cell: (rule) => (
      <>
        {placeOf(rule)}
        <span class="detail quiet">{howOften(rule)}</span>
      </>
    ),
  },
  ...(isOperator
    ? [
        {
          id: 'key',
          head: say('Key'),
          label: say('Key'),
          value: byKey,
          cell: (rule: AlertRule) => <code>{byKey(rule)}</code>,
        },
      ]
    : []),
  ...stateColumns,
  {
    id: 'acts',
    head: say('Actions'),
    isHeadUnseen: true,
    kind: 'acts',
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
    { words: say('Test'), act: acts.test },
    ...(rule.doneAt === null
      ? [{ words: rule.pausedAt === null ? say('Pause') : say('Resume'), act: acts.pause }]
      : []),
    { words: say('Log'), act: acts.log },
    { words: say('Delete'), act: acts.remove },
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
  {
    id: 'ended',
    head: say('Ended'),
    label: say('Ended'),
    isTime: true,
    value: ({ at }) => at,
    cell: ({ at }) => <Age at={at} />,
  },
  {
    id: 'item',
    head: say('About'),
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
    head: say('Outcome'),
    value: ({ outcome }) => outcome,
    cell: ({ outcome }) => <span class={`rule-state ${outcome}`}>{outcomes[outcome]}</span>,
  },
  {
    id: 'status',
    head: say('Status'),
    label: say('Status'),
    kind: 'number',
    value: ({ status }) => status,
    cell: ({ status }) => status,
  },
  {
    id: 'attempt',
    head: say('Attempt'),
    label: say('Attempt'),
    kind: 'number',
    value: ({ attempt }) => attempt,
    cell: ({ attempt }) => attempt,
  },
  {
    id: 'milliseconds',
    head: say('Took'),
    label: say('Took'),
    kind: 'number',
    value: ({ milliseconds }) => milliseconds,
    cell: ({ milliseconds }) => say('{count} ms', { count: wholeText(milliseconds) }),
  },
  { id: 'error', head: 'Error', value: ({ error }) => error },
];
