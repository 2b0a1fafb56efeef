import type { AlertRule, NewAlertRule } from '@itemtape/client';
import { useState } from 'preact/hooks';
import { alter, query } from '../router.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { Copy } from '../table/take-away.tsx';
import { serviceTape } from '../tape.ts';
import { wholeText } from '../text/number.ts';
import { translate } from '../text/translate.ts';
import { useAct } from '../use-act.ts';
import { useQuery } from '../use-query.ts';
import { NewRule } from './alerts/form.tsx';
import { attemptColumns, ruleColumns } from './alerts/rules.tsx';
import type { ViewProps } from './view.ts';

const lookSeconds = 5;

export function AlertsView({ isOperator }: ViewProps) {
  const { round, notice, trouble, test, pause, remove } = useActs();
  const [made, setMade] = useState<NewAlertRule | null>(null);
  const { alerts } = serviceTape();
  const rules = useQuery(`alerts ${round} ${made?.id}`, (signal) => alerts.list({ signal }), {
    everySeconds: lookSeconds,
  });
  const opened = rules.answer?.find(({ id }) => id === query.value.get('log')) ?? null;

  const log = (rule: AlertRule) => alter({ log: opened?.id === rule.id ? null : rule.id });

  return (
    <>
      <h1 class="unseen">{translate('Alerts')}</h1>
      <NewRule made={setMade} />
      {made !== null && <Made rule={made} />}
      {notice !== null && <p role="status">{notice}</p>}
      {trouble !== null && <p role="alert">{trouble}</p>}
      <TablePanel
        isOwn
        id="rules"
        title={translate('Rules')}
        about={isOperator ? translate('of all keys') : translate('of this key')}
        kind="cards rules"
        columns={ruleColumns({ test, pause, remove, log }, isOperator)}
        rows={rules.answer}
        keyOf={({ id }) => id}
        failure={rules.failure}
        isEarlier={rules.isEarlier}
        none={translate('No rules yet. Create one with the form above.')}
      />
      {opened !== null && <Log key={opened.id} rule={opened} />}
    </>
  );
}

/** Actions on a rule, and the result of the last one. */
function useActs() {
  const { act, setTrouble, ...last } = useAct();
  const { alerts } = serviceTape();
  const test = (rule: AlertRule) =>
    void act(async () => {
      const { isDelivered, error, milliseconds } = await alerts.test(rule.id);
      const took = wholeText(milliseconds);
      if (!isDelivered)
        setTrouble(
          translate('The test of “{name}” was not delivered: {error}', { name: rule.name, error: error ?? '' }),
        );
      return !isDelivered
        ? null
        : translate('The test of “{name}” was delivered in {took} ms.', { name: rule.name, took });
    });
  const pause = (rule: AlertRule) =>
    void act(async () => {
      await (rule.pausedAt === null ? alerts.pause(rule.id) : alerts.resume(rule.id));
      return rule.pausedAt === null
        ? translate('“{name}” is paused until you resume it.', rule)
        : translate('“{name}” is active again.', rule);
    });
  const remove = (rule: AlertRule) => {
    if (!confirm(translate('Delete the rule “{name}” and the alerts it still has to send?', rule))) return;
    void act(async () => {
      await alerts.remove(rule.id);
      return translate('“{name}” has been deleted.', rule);
    });
  };
  return { ...last, test, pause, remove };
}

function Made({ rule: { name, secret } }: { readonly rule: NewAlertRule }) {
  return (
    <p class="made" role="status">
      {translate('The rule “{name}” is active.', { name })}{' '}
      {secret !== null && (
        <>
          {translate('The secret that signs its webhook, shown only once:')} <code>{secret}</code>{' '}
          <Copy
            text={() => secret}
            words={translate('Copy')}
            label={translate('Copy the secret of {name}', { name })}
          />
        </>
      )}
    </p>
  );
}

function Log({ rule }: { readonly rule: AlertRule }) {
  const { answer, failure } = useQuery(
    `deliveries ${rule.id}`,
    (signal) => serviceTape().alerts.deliveries(rule.id, { signal }),
    { everySeconds: lookSeconds },
  );
  return (
    <TablePanel
      id="deliveries"
      title={translate('Deliveries')}
      about={translate('of {name}, the last 50 attempts', rule)}
      file={`${translate('Deliveries')} ${rule.name}`}
      kind="cards"
      columns={attemptColumns}
      rows={answer}
      keyOf={({ alertId, attempt }) => `${alertId} ${attempt}`}
      failure={failure}
      none={translate('Nothing has been sent yet.')}
    />
  );
}
